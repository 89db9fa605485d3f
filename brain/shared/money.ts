/** A sum for sentences in English: `$12.30`, `$0.0004`, never a sum of nothing for what costs something. */
export function inWords(usd: number): string {
  if (usd > 0 && usd < 0.0001) return 'less than $0.0001';
  const digits = usd > 0 && usd < 0.1 ? 4 : 2;
  const text = usd.toFixed(digits);
  // Two digits at least: $0.05, not $0.0500.
  return `$${digits === 4 ? text.replace(/0{1,2}$/, '') : text}`;
}
