/** Content that is too large for one message goes in pieces, as base64. */

/** Bytes per piece; below 4 MiB as base64 and a multiple of three, so that pieces join. */
export const pieceBytes = 2_359_296;

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  const step = 32_768;
  for (let at = 0; at < bytes.length; at += step) {
    binary += String.fromCharCode(...bytes.subarray(at, at + step));
  }
  return btoa(binary);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
