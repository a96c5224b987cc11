import { schemeHosts } from '../origins.ts';
import { type Answer, startSchemeServer } from '../page/scheme-server.ts';
import { type Chromium, startChromium } from './chromium.ts';
import type { DevTools } from './devtools.ts';
import { blockUnknownPages } from './targets.ts';

let running: Chromium | undefined;

/** Starts Chromium and the server behind the application's own schemes. */
export async function startEngine(profile: string, debugging: boolean, answer: Answer): Promise<void> {
  const schemePort = await startSchemeServer(answer);
  running = await startChromium({ profile, hosts: schemeHosts(), schemePort, debugging });
  await blockUnknownPages(running.devtools);
}

/** The line to Chromium. @throws Error before the application is ready */
export function devtools(): DevTools {
  if (!running) throw new Error('The application is not ready yet');
  return running.devtools;
}

/** Ends Chromium, if it runs, with everything that pages stored written. */
export async function stopEngine(): Promise<void> {
  await running?.close();
}
