/**
 * Draws Mermaid diagrams. The library works in a hidden frame without rights: an origin of its own,
 * no connections, no storage. What comes back is shown as a picture, in which nothing can run or load.
 */
import { type DiagramSize, keepDiagramSize, sizeInDrawing } from './diagram-sizes.ts';

interface DiagramAnswer {
  readonly id: number;
  readonly svg?: string;
  readonly error?: string;
}

export type Drawn =
  | {
      readonly kind: 'picture';
      readonly url: string;
      readonly svg: string;
      readonly size: DiagramSize | undefined;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** Longer sources stay code. */
const longestSource = 50_000;
const patienceMs = 15_000;
const kept = 60;

let frame: HTMLIFrameElement | undefined;
let ready: Promise<void> | undefined;
let closing = new AbortController();
let lastId = 0;
const waiting = new Map<number, (answer: DiagramAnswer) => void>();
const drawn = new Map<string, Drawn>();

export function knownDiagram(source: string, dark: boolean): Drawn | undefined {
  return drawn.get(keyOf(source, dark));
}

export async function drawDiagram(source: string, dark: boolean): Promise<Drawn> {
  const known = knownDiagram(source, dark);
  if (known !== undefined) return known;
  const result = await draw(source, dark);
  drawn.set(keyOf(source, dark), result);
  const [oldest] = drawn.keys();
  if (drawn.size > kept && oldest !== undefined) drawn.delete(oldest);
  return result;
}

const keyOf = (source: string, dark: boolean): string => `${dark} ${source}`;

async function draw(source: string, dark: boolean): Promise<Drawn> {
  if (source.length > longestSource) return { kind: 'failed', reason: '' };
  ready ??= openFrame();
  const [own, isUp] = [frame, ready];
  lastId += 1;
  const id = lastId;
  const answer = await new Promise<DiagramAnswer>((resolve) => {
    const timer = setTimeout(() => {
      // It hangs, or never came: the next diagram gets a frame of its own, unless it has one already.
      if (frame === own) closeFrame();
      resolve({ id, error: '' });
    }, patienceMs);
    waiting.set(id, (one) => {
      clearTimeout(timer);
      resolve(one);
    });
    void isUp.then(() => own?.contentWindow?.postMessage({ id, source, dark }, '*'));
  });
  waiting.delete(id);
  const { svg, error = '' } = answer;
  if (svg === undefined) return { kind: 'failed', reason: error };
  const size = sizeInDrawing(svg);
  if (size !== undefined) keepDiagramSize(source, size);
  return { kind: 'picture', svg, size, url: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}

function openFrame(): Promise<void> {
  const element = document.createElement('iframe');
  const { signal } = closing;
  frame = element;
  element.sandbox.add('allow-scripts');
  element.src = '/diagram/index.html';
  element.title = 'Diagrams';
  element.tabIndex = -1;
  element.setAttribute('aria-hidden', 'true');
  // It measures texts: it needs a size, but not to be seen.
  Object.assign(element.style, {
    position: 'fixed',
    inset: '0 auto auto 0',
    width: '1200px',
    height: '900px',
    border: '0',
    visibility: 'hidden',
    pointerEvents: 'none',
    zIndex: '-1',
  });
  return new Promise((resolve) => {
    const listen = ({ source, data }: MessageEvent<DiagramAnswer>): void => {
      if (source === null || source !== element.contentWindow) return;
      if (data.id === 0) resolve();
      else waiting.get(data.id)?.(data);
    };
    addEventListener('message', listen, { signal });
    document.body.append(element);
  });
}

function closeFrame(): void {
  closing.abort();
  closing = new AbortController();
  frame?.remove();
  frame = undefined;
  ready = undefined;
}
