/**
 * The browser's half of the key to the brain. The launcher's URL carries a one-time code in its
 * fragment; it is exchanged once for a cookie (which scripts cannot see) and for a value kept here.
 */
const storageKey = 'connectome.session';

export function readSessionValue(): string | undefined {
  return localStorage.getItem(storageKey) ?? undefined;
}

/** Takes the code out of the address, so that it is neither kept in the history nor used twice. */
export function takeCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (!code) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

/** True when the code was accepted. A refused code leaves a key that already works alone. */
export async function exchangeCode(code: string): Promise<boolean> {
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    credentials: 'same-origin',
  });
  if (!response.ok) return false;
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('value' in body)) return false;
  if (typeof body.value !== 'string') return false;
  localStorage.setItem(storageKey, body.value);
  return true;
}
