// Program: keeps one Node process warm and opens one Lectern after another in it, on IPC requests of its parent.
import { openLectern } from '../../../src-server/lectern.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';

/** Request to open a Lectern with a window; closes the previous one first. */
export type HostRequest = {
  readonly data: string;
  /** The folder of the built window. */
  readonly gui: string;
  readonly users: readonly string[];
  readonly seed: object | null;
  /** Whether builds run; without it they wait. */
  readonly builds: boolean;
  /** Module whose `populate(data)` fills the data folder first. */
  readonly filledBy: string | null;
};

/** The opened Lectern, or the reason why it did not open. */
export type HostAnswer =
  | {
      readonly url: string;
      readonly tokens: Readonly<Record<string, string>>;
      /** One-time key for the session of the window. */
      readonly key: string;
    }
  | { readonly error: string };

const operator = systemActor('command');
const log = (line: string) => void (line.startsWith('migrated ') || console.error(line));
let port = 0;
let close = async (): Promise<void> => {};

process.umask(0o077);
process.on('disconnect', () => process.exit());
process.on('message', (request: string) => {
  answer(JSON.parse(request)).then(
    (value) => process.send?.(value),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
  );
});

async function answer(request: HostRequest | null): Promise<HostAnswer | null> {
  await close();
  close = async () => {};
  return request && open(request);
}

async function open({ data, gui, users, seed, builds, filledBy }: HostRequest): Promise<HostAnswer> {
  if (filledBy !== null) await (await import(filledBy)).populate(data);
  // Always the same port, so that the browser caches the code of the window.
  const options = { data, gui, builds, keychain: 'off', log } as const;
  const lectern = await openLectern({ ...options, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return openLectern({ ...options, port: 0 });
  });
  ({ port, close } = lectern);
  const { services, url, desk } = lectern;
  if (seed !== null) await services.seeds.load(operator, parseSeed(seed));
  const tokens = Object.fromEntries(
    users.map((name) => [
      name,
      services.tokens.replace(operator, services.users.ensure(operator, name), 'test').token,
    ]),
  );
  return { url, tokens, key: (await desk()).newKey() };
}
