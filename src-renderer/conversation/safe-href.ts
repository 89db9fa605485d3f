const allowed: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** The address when it may be opened; relative ones and other schemes may not. */
export function safeHref(href: string | undefined): string | undefined {
  if (!href || !URL.canParse(href)) return undefined;
  return allowed.has(new URL(href).protocol) ? href : undefined;
}
