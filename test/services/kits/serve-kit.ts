import { expect, onTestFinished } from 'vitest';
import { type LecternHere, serveHere } from '../../support/program/run-command.ts';

type Json = {
  readonly build?: { readonly id: number };
  readonly state?: { readonly code: string };
  readonly error?: string | null;
};

/** Serves with these options and the user mira until the test is over. */
export async function serveKit(args: readonly string[]): Promise<LecternHere> {
  const lectern = await serveHere([...args, '--user', 'mira']);
  onTestFinished(async () => void (await lectern.stop()));
  return lectern;
}

/** Asks the API as mira. */
export async function askKit({ url, tokens }: LecternHere, path: string, method = 'GET'): Promise<Json> {
  const answer = await fetch(`${url}/api/v3/${path}`, {
    method,
    headers: { authorization: `Token ${tokens.mira}` },
  });
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  return (await answer.json()) as Json;
}
