/** What a model server was sent, in the order in which models read it, and how much of it is old. */
import { estimateTokens } from '../../brain/shared/tokens.ts';
import type { RecordedRequest, ServerKind } from './model-servers/index.ts';

interface Piece {
  readonly of: 'tools' | 'system' | 'messages';
  readonly text: string;
  /** Anthropic: a cache mark stands behind this piece. */
  readonly marked: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** Tools, system prompt and messages of a request; where messages have blocks, block by block. */
export function piecesOf(kind: ServerKind, request: RecordedRequest): readonly Piece[] {
  const body = request.body as Json;
  const tools = listOf(body.tools).map((tool) => piece('tools', '', tool));
  if (kind === 'anthropic') {
    return [
      ...tools,
      ...listOf(body.system).map((block) => piece('system', '', block)),
      ...listOf(body.messages).flatMap(({ role, content }) =>
        listOf(content).map((block) => piece('messages', `${String(role)} `, block)),
      ),
    ];
  }
  const system = kind === 'openai_responses' ? [{ instructions: body.instructions }] : [];
  const messages = listOf(kind === 'openai_responses' ? body.input : body.messages);
  return [
    ...tools,
    ...system.map((block) => piece('system', '', block)),
    ...messages.map((message) =>
      piece(message.role === 'system' ? 'system' : 'messages', '', message),
    ),
  ];
}

/** How many pieces two requests have in common from the first on. */
export function commonPieces(a: readonly Piece[], b: readonly Piece[]): number {
  const at = a.findIndex(({ text }, index) => text !== b[index]?.text);
  return at === -1 ? a.length : at;
}

export function tokensOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}

/** The provider looks this many blocks back from a mark for something it has kept. */
const LOOK_BACK = 20;
const MOST_MARKS = 4;

/**
 * Anthropic's prompt cache as it is documented: it keeps what stands before each mark, and finds from
 * each mark, at most 20 blocks back, the longest piece that it has kept.
 */
export function anthropicCache() {
  const kept = new Set<string>();
  return {
    /** Pieces of this request that come from the cache. */
    ask(pieces: readonly Piece[]): number {
      const marks = pieces.flatMap(({ marked }, index) => (marked ? [index] : []));
      if (marks.length > MOST_MARKS) throw new Error(`${marks.length} cache marks`);
      const before = (end: number): string =>
        pieces
          .slice(0, end + 1)
          .map(({ text }) => text)
          .join('\n');
      let hit = 0;
      for (const mark of marks) {
        for (let end = mark; end >= 0 && end > mark - LOOK_BACK; end -= 1) {
          if (end >= hit && kept.has(before(end))) {
            hit = end + 1;
            break;
          }
        }
      }
      for (const mark of marks) kept.add(before(mark));
      return hit;
    },
  };
}

function piece(of: Piece['of'], before: string, block: Json): Piece {
  const { cache_control: mark, ...rest } = block;
  return { of, text: `${before}${JSON.stringify(rest)}`, marked: mark !== undefined };
}

function listOf(value: unknown): readonly Json[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
