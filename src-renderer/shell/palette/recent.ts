/** What was chosen in the palette last, in this browser. */
const key = 'connectome.palette';
const kept = 30;

export function readRecent(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    // Not ours, or broken: nothing was used before.
    return [];
  }
}

export function rememberUse(id: string): void {
  const others = readRecent().filter((other) => other !== id);
  localStorage.setItem(key, JSON.stringify([id, ...others].slice(0, kept)));
}
