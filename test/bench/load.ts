import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Requests sent to a server: always the same one, or a new one each time. */
export type Load = {
  readonly url: string;
  readonly token?: string;
  /** Replaces the Host header of the URL. */
  readonly host?: string;
  readonly method?: 'GET' | 'PATCH';
  /** Lua that returns the path of request `n` (1, 2, …): `"/a/?n=" .. n`. */
  readonly path: string;
  /** Lua that returns the body of request `n`. */
  readonly body?: string;
};

const CONNECTIONS = 16;

/** Measures requests per second over 16 connections. @throws Error when any response is not a 2xx */
export async function requestsPerSecond(load: Load, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  try {
    const script = join(folder, 'load.lua');
    writeFileSync(script, lua(load));
    const out = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, load.url]);
    const refused = /Non-2xx or 3xx responses: (\d+)/.exec(out);
    if (refused) throw new Error(`${refused[1]} responses of ${load.path} failed:\n${out}`);
    const rate = /Requests\/sec:\s+([\d.]+)/.exec(out)?.[1];
    if (rate === undefined) throw new Error(`wrk printed:\n${out}`);
    return Number(rate);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function lua(load: Load): string {
  return `
local n = ${Math.floor(Math.random() * 1e9)}
wrk.headers["Content-Type"] = "application/json"
${load.host === undefined ? '' : `wrk.headers["Host"] = "${load.host}"`}
${load.token === undefined ? '' : `wrk.headers["Authorization"] = "Token ${load.token}"`}
request = function()
  n = n + 1
  return wrk.format("${load.method ?? 'GET'}", ${load.path}, nil, ${load.body ?? 'nil'})
end
`;
}

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(out) : reject(new Error(`${program} ended with ${code}\n${out}`)),
    );
  });
}
