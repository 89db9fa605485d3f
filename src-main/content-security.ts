/** What the window's page may do, in the browser and in the desktop app: nothing but itself. */

/** `connect` lists further sources for connections (the page's own WebSocket). */
function contentSecurityPolicy(connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    // The frame that draws diagrams.
    "frame-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * What the frame that draws diagrams may do: run its own script and style what it draws. It has no
 * origin (also when it is opened by itself), and connects to nothing.
 */
const diagramPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

/** Files of that frame: `path` is that of a request, as it came. */
export const isOfDiagrams = (path: string): boolean =>
  /^\/diagram\/[\w-]+\.(?:html|js)$/.test(path);

/** Headers of every answer that reaches a page; `path` is that of the request. */
export function securityHeaders(
  connect: readonly string[],
  path: string,
): Readonly<Record<string, string>> {
  const headers = pageHeaders(connect);
  if (!isOfDiagrams(path)) return headers;
  return {
    ...headers,
    'content-security-policy': diagramPolicy,
    'x-frame-options': 'SAMEORIGIN',
    // A frame without an origin is "another site" to its own files.
    'cross-origin-resource-policy': 'cross-origin',
  };
}

function pageHeaders(connect: readonly string[]): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(connect),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}
