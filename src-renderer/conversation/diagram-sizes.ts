/**
 * How large diagrams were when they were last drawn: so much room is left while they are drawn again, and
 * nothing below them moves. Kept by this browser under a number made of the source, not the source.
 */
export interface DiagramSize {
  readonly width: number;
  readonly height: number;
}

const place = 'connectome.diagrams';
const most = 300;

let sizes: Map<string, DiagramSize> | undefined;

export function sizeOfDiagram(source: string): DiagramSize | undefined {
  sizes ??= readSizes();
  return sizes.get(keyOf(source));
}

export function keepDiagramSize(source: string, size: DiagramSize): void {
  sizes ??= readSizes();
  const key = keyOf(source);
  sizes.delete(key);
  sizes.set(key, size);
  const oldest = sizes.keys().next();
  if (sizes.size > most && !oldest.done) sizes.delete(oldest.value);
  try {
    localStorage.setItem(place, JSON.stringify([...sizes]));
  } catch {
    // No room, or not allowed: then things move.
  }
}

function readSizes(): Map<string, DiagramSize> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    if (Array.isArray(kept)) return new Map(kept.filter(isKept));
  } catch {
    // Not written by us.
  }
  return new Map();
}

function isKept(entry: unknown): entry is [string, DiagramSize] {
  if (!Array.isArray(entry)) return false;
  const [key, size] = entry;
  return typeof key === 'string' && size?.width > 0 && size?.height > 0;
}

/** FNV-1a, with the length: two diagrams of one key would only leave each other's room. */
function keyOf(source: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < source.length; at += 1) {
    hash = Math.imul(hash ^ source.charCodeAt(at), 0x01000193);
  }
  return `${source.length}-${(hash >>> 0).toString(36)}`;
}

/** As the drawing says in its `viewBox`; undefined where it does not. */
export function sizeInDrawing(svg: string): DiagramSize | undefined {
  const box = /<svg[^>]*\sviewBox="([^"]+)"/.exec(svg)?.[1];
  const [, , width = 0, height = 0] = (box ?? '').split(/[\s,]+/).map(Number);
  return width > 0 && height > 0 ? { width, height } : undefined;
}
