import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { scratchFolder } from '../git/git-repository.ts';

/** The file name of the wheel that `packWheel` writes. */
export const WHEEL_NAME = 'ember-1.0-py3-none-any.whl';

/** Writes a wheel of the module `ember` into a folder. */
export function packWheel(folder: string): void {
  const program = `
import zipfile
with zipfile.ZipFile('${WHEEL_NAME}', 'w') as wheel:
    wheel.writestr('ember.py', 'GLOW = "it glows"')
    wheel.writestr('ember-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: ember\\nVersion: 1.0\\n')
    wheel.writestr('ember-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr('ember-1.0.dist-info/RECORD', '')
`;
  execFileSync('/usr/bin/python3', ['-c', program], { cwd: folder });
}

/** Serves an index of packages with the one wheel, to anyone who knows `mira:PASSWORD`; returns its host and what was asked. */
export async function packageIndex(password: string): Promise<{ host: string; asked: readonly string[] }> {
  const folder = scratchFolder();
  packWheel(folder);
  return serveWheels(folder, [WHEEL_NAME], `Basic ${Buffer.from(`mira:${password}`).toString('base64')}`);
}

/** Serves an index of the wheels in a folder, to anyone who sends `wanted`, or to all. */
export async function serveWheels(
  folder: string,
  wheels: readonly string[],
  wanted?: string,
): Promise<{ host: string; asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (wanted !== undefined && request.headers.authorization !== wanted)
      return response.writeHead(401).end();
    asked.push(path);
    for (const wheel of wheels) {
      if (path === `/simple/${wheel.split('-')[0]}/`)
        return response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<a href="/files/${wheel}">${wheel}</a>`);
      if (path === `/files/${wheel}`) return response.end(readFileSync(join(folder, wheel)));
    }
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
