import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from '@playwright/test';

/**
 * Starts Chromium with its back/forward cache, which the test runner's own start switches off.
 */
export async function withOrdinaryChromium(use: (browser: Browser) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'lectern-chromium-'));
  const args = [
    ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
    ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ...['--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
  ];
  const program = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const killAtExit = () => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const closed = once(child, 'close');
  try {
    const browser = await chromium.connectOverCDP(await endpointOf(child.stderr));
    await use(browser);
    await browser.close();
  } finally {
    child.kill();
    await closed;
    process.off('exit', killAtExit);
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function endpointOf(stderr: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface(stderr);
  let output = '';
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      output += `${line}\n`;
      const endpoint = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (endpoint !== undefined) resolve(endpoint);
    });
    lines.on('close', () => reject(new Error(`Chromium ended before it listened: ${output}`)));
  });
}
