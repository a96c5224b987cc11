import { shellQuote } from './shell-quote.ts';

/** A request that is copied as a command or as code. */
export type CopiedRequest = {
  readonly method: string;
  /** With scheme and host. */
  readonly url: string;
  /** Headers beside Authorization. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** '' when there is none. */
  readonly body: string;
  /** Whether a token is sent. */
  readonly hasToken: boolean;
};

/** Languages that a request can be copied as. */
export const COPY_LANGUAGES = {
  curl: 'curl',
  python: 'Python requests',
  javascript: 'JavaScript fetch',
} as const;
export type CopyLanguage = keyof typeof COPY_LANGUAGES;

/** Formats a request for a terminal or a program. */
export function formatRequest(language: CopyLanguage, request: CopiedRequest, token: string): string {
  const authorization: readonly (readonly [string, string])[] = request.hasToken
    ? [['Authorization', `Token ${token}`]]
    : [];
  const headers = [...authorization, ...request.headers];
  if (language === 'curl') return curl(request, headers);
  return language === 'python' ? python(request, headers) : javascript(request, headers);
}

type Headers = readonly (readonly [string, string])[];

function curl({ method, url, body }: CopiedRequest, headers: Headers): string {
  const parts = ['curl'];
  if (method === 'HEAD') parts.push('-I');
  else if (method !== 'GET') parts.push(`-X ${method}`);
  for (const [name, value] of headers) parts.push(`-H ${shellQuote(`${name}: ${value}`)}`);
  // `-d` would read a file named by what follows an @.
  if (body !== '') parts.push(`${body.startsWith('@') ? '--data-raw' : '-d'} ${shellQuote(body)}`);
  return [...parts, shellQuote(url)].join(' ');
}

/** JSON is Python too, but for three words; a text of JSON is Python as it is. */
function python({ method, url, body }: CopiedRequest, headers: Headers): string {
  const lines = ['import requests', '', 'response = requests.request('];
  lines.push(`    ${text(method)},`, `    ${text(url)},`);
  if (headers.length > 0) lines.push(`    headers=${objectOf(headers, '    ')},`);
  if (body !== '') lines.push(`    data=${text(body)}.encode(),`);
  return [...lines, ')', 'print(response.status_code, response.text)', ''].join('\n');
}

function javascript({ method, url, body }: CopiedRequest, headers: Headers): string {
  const lines = [`const response = await fetch(${text(url)}, {`, `  method: ${text(method)},`];
  if (headers.length > 0) lines.push(`  headers: ${objectOf(headers, '  ')},`);
  if (body !== '') lines.push(`  body: ${text(body)},`);
  return [...lines, '});', 'console.log(response.status, await response.text());', ''].join('\n');
}

function objectOf(headers: Headers, indent: string): string {
  const members = headers.map(([name, value]) => `${indent}  ${text(name)}: ${text(value)},`);
  return ['{', ...members, `${indent}}`].join('\n');
}

/** Quotes a text; JSON's quotes and escapes are those of both languages. */
function text(value: string): string {
  return JSON.stringify(value);
}
