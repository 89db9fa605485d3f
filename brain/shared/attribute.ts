/** Values in the XML-like tags of a prompt. */

const special = /[\r\n\t&"<>]/;

/** A value between double quotes. */
export function attribute(value: string): string {
  if (!special.test(value)) return value;
  return value
    .replace(/[\r\n\t]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
