/** Model servers on this machine that no provider of the owner's is set up for yet. */
import type { Config } from '../../protocol/index.ts';
import type { Host } from '../shared/host.ts';
import type { Fetch } from './http.ts';
import { reachOf } from './locality.ts';
import { modelNames } from './providers/listed-facts.ts';
import { providersOf } from './targets.ts';

export interface FoundServer {
  /** A name that is still free. */
  readonly name: string;
  readonly kind: 'ollama';
  readonly baseUrl: string;
  readonly models: readonly string[];
}

const USUAL_PLACE = 'http://127.0.0.1:11434';

/** Asks where Ollama usually is, and where its own variable says; nobody else is asked. */
export async function findLocal(
  config: Config,
  host: Pick<Host, 'readEnvironment'>,
  get: Fetch,
): Promise<readonly FoundServer[]> {
  const configured = [...providersOf(config).values()];
  const known = new Set(
    configured
      .filter(({ config: { kind } }) => kind === 'ollama')
      .map(({ baseUrl }) => placeOf(baseUrl)),
  );
  const places = new Set([ollamaPlace(host.readEnvironment('OLLAMA_HOST')), USUAL_PLACE]);
  const found: FoundServer[] = [];
  for (const place of places) {
    if (place === undefined || known.has(placeOf(place))) continue;
    const models = await listModels(place, get);
    if (models === undefined) continue;
    const taken = new Set([
      ...configured.map(({ name }) => name),
      ...found.map(({ name }) => name),
    ]);
    found.push({ name: freeName('ollama', taken), kind: 'ollama', baseUrl: place, models });
  }
  return found;
}

/** `OLLAMA_HOST` is what the server listens at: often without scheme, or all addresses. */
export function ollamaPlace(value: string | undefined): string | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const text = value.trim();
  const url = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const address = hostname === '0.0.0.0' || hostname === '[::]' ? '127.0.0.1' : hostname;
  const place = `${protocol}//${address}:${port || '11434'}`;
  return reachOf(place) === 'loopback' ? place : undefined;
}

function placeOf(baseUrl: string): string {
  return baseUrl.replace('//localhost', '//127.0.0.1').replace(/\/+$/, '');
}

async function listModels(place: string, get: Fetch): Promise<readonly string[] | undefined> {
  try {
    const response = await get(`${place}/api/tags`);
    const body: unknown = await response.json();
    if (typeof body !== 'object' || body === null || !('models' in body)) return undefined;
    if (!Array.isArray(body.models)) return undefined;
    return modelNames(
      body.models.map((model: unknown) =>
        typeof model === 'object' && model !== null && 'name' in model ? model.name : undefined,
      ),
    );
  } catch {
    // Nobody there, or another program: then there is nothing to offer.
    return undefined;
  }
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!taken.has(name)) return name;
  }
}
