import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** What the service answered. */
export type CurlAnswer = { readonly status: number; readonly json: unknown };

/** A call of the public API: `GET` unless told otherwise. */
export type CurlCall = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly token?: string;
  readonly body?: object;
};

/**
 * Asks with a curl of its own, as a maintainer's script would. What it is to do goes in by its standard input, since
 * everybody on a machine may read the arguments of a process. Throws when it gets no answer.
 */
export async function curl(url: string, call: CurlCall = {}): Promise<CurlAnswer> {
  const { status, text: answer } = await curlText(url, call);
  return { status, json: answer === '' ? undefined : JSON.parse(answer) };
}

/** The same for what is no JSON: a page. It follows no redirect. */
export async function curlText(
  url: string,
  { method = 'GET', token, body }: CurlCall = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const headers = [
    ...(token === undefined ? [] : [`Authorization: Token ${token}`]),
    ...(body ? ['Content-Type: application/json'] : []),
  ];
  const lines: readonly (readonly [option: string, value: string])[] = [
    ['url', url],
    ['request', method],
    ...headers.map((header) => ['header', header] as const),
    ...(body ? [['data-raw', JSON.stringify(body)] as const] : []),
    ['write-out', '\\n%{http_code}'],
  ];
  const child = spawn('curl', ['--silent', '--show-error', '--disable', '--noproxy', '*', '--config', '-']);
  child.stdin.end(lines.map(([option, value]) => `${option} = ${quoted(value)}\n`).join(''));
  const [output, errorOutput, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`curl ended with ${code}: ${errorOutput}`);
  const end = output.lastIndexOf('\n');
  return { status: Number(output.slice(end + 1)), text: output.slice(0, end) };
}

/** curl's config files escape as C does. */
function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}
