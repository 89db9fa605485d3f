/** The built window's files, for the gateway and for the desktop app's own scheme. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { codeOf } from '../brain/shared/result.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
};

export interface RendererFile {
  readonly content: Uint8Array;
  readonly type: string;
  /** Its name contains a hash of its content. */
  readonly immutable: boolean;
}

/**
 * The file for a URL path: a real file inside `folder`, else the page itself for anything that may
 * be one of the window's own URLs (ids in them can contain dots). Undefined: there is none.
 */
export async function rendererFile(
  folder: string,
  urlPath: string,
): Promise<RendererFile | undefined> {
  const path = decode(urlPath);
  if (path === undefined) return undefined;
  const isRoute = types[extname(path).toLowerCase()] === undefined;
  return (
    (isRoute && path.endsWith('/') ? undefined : await readInside(folder, path)) ??
    (isRoute ? await readInside(folder, '/index.html') : undefined)
  );
}

function decode(urlPath: string): string | undefined {
  try {
    const path = decodeURIComponent(urlPath);
    return path.includes('\0') || path.includes('\\') ? undefined : path;
  } catch {
    // A broken escape names no file.
    return undefined;
  }
}

async function readInside(folder: string, path: string): Promise<RendererFile | undefined> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    const type = types[extname(file).toLowerCase()];
    if (!file.startsWith(root + sep) || type === undefined) return undefined;
    if (!(await stat(file)).isFile()) return undefined;
    const immutable = file.startsWith(join(root, 'assets') + sep);
    return { content: await readFile(file), type, immutable };
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
    throw thrown;
  }
}
