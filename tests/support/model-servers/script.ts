/** What a scripted model server is told to say. */

export interface ScriptedCall {
  readonly name: string;
  /** An object, or raw text where the test wants broken JSON. */
  readonly args: unknown;
  /** Provider id of the call; minted by the server when absent, left out when null. */
  readonly id?: string | null;
}

export interface ScriptedUsage {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

export interface ScriptedAnswer {
  readonly thinking?: string;
  readonly text?: string;
  /** Said instead of `text`, as a refusal where the format has one. */
  readonly refusal?: string;
  readonly toolCalls?: readonly ScriptedCall[];
  readonly usage?: ScriptedUsage;
  /** Stop reason in the provider's own words; fitting one by default. */
  readonly stop?: string;
  /** Error status; the body is a fitting error unless `body` is given. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of an answer, as it is. */
  readonly body?: string;
  /** Between two events of the stream. */
  readonly eventDelayMs?: number;
  /** Destroy the connection before the response. */
  readonly resetAtOnce?: boolean;
  /** Say nothing more from here on: no response at all, after its head, or after the first text. */
  readonly hangAt?: 'request' | 'headers' | 'text';
  /** Destroy the connection after so many bytes of the body. */
  readonly cutAfterBytes?: number;
  /** End the response cleanly after so many bytes of the body. */
  readonly endAfterBytes?: number;
  /** Say nothing more after so many bytes of the body. */
  readonly hangAfterBytes?: number;
  /** Write the body in pieces of so many bytes; a list is gone through again and again. */
  readonly splitBytes?: number | readonly number[];
  /** The text comes in pieces of so many characters (default 8). */
  readonly textPiece?: number;
  /** The first text is sent, the rest waits for this. */
  readonly waitFor?: Promise<void>;
  /** An error event in the middle, after the text. */
  readonly streamError?: { readonly type: string; readonly message: string };
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON body; undefined for GET. */
  readonly body: unknown;
  /** The body as it came. */
  readonly text: string;
  /** Resolves when the client closed the connection before the answer was complete. */
  readonly aborted: Promise<void>;
}

export type Script =
  | readonly ScriptedAnswer[]
  | ((request: RecordedRequest, number: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** What Ollama says while it downloads a model. */
export interface ScriptedPull {
  /** The lines; `{ status: 'success' }` at the end makes the model one that it has. */
  readonly lines: readonly object[];
  /** The first line is sent, the rest waits for this. */
  readonly waitFor?: Promise<void>;
  /** Destroys the connection instead of ending the response. */
  readonly cutOff?: boolean;
}

/** The wire formats; `openai_responses` is the second one of OpenAI. */
export const serverKinds = ['anthropic', 'openai', 'openai_responses', 'ollama'] as const;
export type ServerKind = (typeof serverKinds)[number];

/** One piece of the body; `gate` marks the first one that holds text. */
export interface Frame {
  readonly data: string;
  readonly gate: boolean;
}

export function pieces(text: string, size = 8): readonly string[] {
  const result: string[] = [];
  let end = 0;
  for (let at = 0; at < text.length; at = end) {
    for (let count = 0; count < size && end < text.length; count += 1) {
      end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    }
    result.push(text.slice(at, end));
  }
  return result;
}

export function argsText(args: unknown): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}
