import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is asked of a server: the same thing all the time, or something never asked before each time. */
export type Load = {
  readonly url: string;
  readonly token?: string;
  /** Sent as Host in place of the address's own. */
  readonly host?: string;
  readonly method?: 'GET' | 'PATCH';
  /** Lua that gives the path of request `n` (1, 2, …): `"/a/?n=" .. n`. */
  readonly path: string;
  /** Lua that gives the body of request `n`. */
  readonly body?: string;
};

const CONNECTIONS = 16;

/** Requests a second that the server answers under 16 connections for so long. Throws when any answer is not a 2xx. */
export async function requestsPerSecond(load: Load, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  try {
    const script = join(folder, 'load.lua');
    writeFileSync(script, lua(load));
    const out = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, load.url]);
    const refused = /Non-2xx or 3xx responses: (\d+)/.exec(out);
    if (refused) throw new Error(`${refused[1]} answers of ${load.path} were no success:\n${out}`);
    const rate = /Requests\/sec:\s+([\d.]+)/.exec(out)?.[1];
    if (rate === undefined) throw new Error(`wrk said:\n${out}`);
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
