/** Does a value that stands in settings look like a secret? Guessed from its name and its shape. */

const secretName = /key|token|secret|passw|credential|auth|cookie|signature/i;
/** Long, without the marks of a path, an address or a sentence, and of mixed characters. */
const secretLook = /^(?=.*\d)(?=.*[A-Za-z])[^\s/:\\]{16,}$/;

/** The part of a value that must not be shown, without the scheme of an `Authorization` header. */
export function bareSecret(value: string): string {
  return value.replace(/^(?:bearer|basic|token)\s+/i, '');
}

/** A value that only names where the real one is (`${NAME}`) is no secret. */
export function looksSecret(name: string, value: string): boolean {
  if (bareSecret(value).startsWith('${')) return false;
  return secretName.test(name) || secretLook.test(bareSecret(value));
}
