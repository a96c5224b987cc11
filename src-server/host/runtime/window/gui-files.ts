import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** Allows only the GUI's own scripts, pictures and calls (safety S14); Mantine writes styles into the page. */
export const GUI_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every answer of the GUI, on app:// and on http (safety S14, S17). */
export const GUI_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': GUI_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** Where the bundler puts files whose names change with their content. */
const ASSETS = '/assets/';

/**
 * Answers a request for a part of the GUI: a file below `root`, or `index.html` for the address of a screen. A version may
 * be named `docs.js`, so an extension alone does not make a path a file. Paths that leave the folder, also through a link,
 * and files of a type that a GUI does not have are 404 (safety S10).
 */
export async function guiResponse(root: string, request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return textResponse(405, 'Only GET and HEAD are answered here.', { allow: 'GET, HEAD' });
  }
  const path = safePath(request.url);
  if (path === undefined) return textResponse(404, 'Not found.');
  const file = (await fileAt(root, path)) ?? (isScreen(path) ? await fileAt(root, '/index.html') : undefined);
  if (!file) return textResponse(404, 'Not found.');
  const headers = {
    ...GUI_HEADERS,
    'content-type': file.type,
    'content-length': String(file.bytes.byteLength),
    'cache-control': path.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  return new Response(request.method === 'HEAD' ? null : file.bytes, { headers });
}

/**
 * Decodes the path of a URL once; undefined for one that could lead out of a folder: `..` in any form, an escaped slash, a
 * backslash, a NUL, an empty part.
 */
export function safePath(url: string): string | undefined {
  const { pathname } = new URL(url);
  if (/%(2f|5c|00)/i.test(pathname)) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (/[\\\0]|\/\//.test(path) || path.split('/').some((part) => part === '..' || part === '.'))
    return undefined;
  return path;
}

/** Screens have addresses; a missing picture or script is not one. */
function isScreen(path: string): boolean {
  if (path.startsWith(ASSETS)) return false;
  const isTopLevel = path.indexOf('/', 1) === -1;
  return !(isTopLevel && extname(path) in TYPES);
}

async function fileAt(
  root: string,
  path: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | undefined> {
  const type = TYPES[extname(path).toLowerCase()];
  if (!type) return undefined;
  try {
    const [realRoot, file] = await Promise.all([realpath(root), realpath(join(root, path))]);
    if (!file.startsWith(realRoot + sep) || !(await stat(file)).isFile()) return undefined;
    return { bytes: new Uint8Array(await readFile(file)), type };
  } catch (error) {
    if (
      /^(ENOENT|ENOTDIR|ENAMETOOLONG|ELOOP|EACCES|EINVAL)$/.test((error as NodeJS.ErrnoException).code ?? '')
    )
      return undefined;
    throw error;
  }
}

function textResponse(status: number, text: string, more: Readonly<Record<string, string>> = {}): Response {
  const headers = { ...GUI_HEADERS, ...more, 'content-type': 'text/plain; charset=utf-8' };
  return new Response(text, { status, headers });
}
