import { z } from 'zod';
import type { Clock } from './model/base/timestamp.ts';

/** Every option of Lectern with its default. */
const Options = z.strictObject({
  /** Where projects, tokens and backups lie; null keeps everything in memory; undefined is the platform's place. */
  data: z.string().min(1).nullable().optional(),
  host: z.string().min(1).default('127.0.0.1'),
  /** 0 takes a free one; unless given, the one of the settings. */
  port: z.int().min(0).max(65_535).optional(),
  /** Hold callers back as the live service does: 60 requests a minute a user, 5 without a token. */
  throttle: z.boolean().default(false),
  /** Further names under which the server may be called (safety S2). */
  allowedHosts: z.array(z.string().min(1)).default([]),
  /** Origins whose pages may call the API (safety S3). */
  allowedOrigins: z
    .array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin))
    .default([]),
  /** `auto`: the OS keychain where there is one, else a private file. */
  keychain: z.enum(['auto', 'off', 'only']).default('auto'),
  /** Run builds and read repositories; without it both wait. */
  builds: z.boolean().default(false),
  /** Run the code of every project without asking (safety S12). */
  trustBuilds: z.boolean().default(false),
  /** How the holder of the data folder calls itself to others. */
  what: z.enum(['desktop app', 'server', 'command']).default('server'),
});

export type LecternOptions = z.input<typeof Options> & {
  /** Injected so that a demo or a test can be exact. */
  readonly clock?: Clock;
  /** Makes the text of a new token. */
  readonly newToken?: () => string;
  /** How long a request may take to arrive, in milliseconds; the usual unless given. */
  readonly timeouts?: { readonly headers: number; readonly request: number };
  /** Takes lines for people, never a secret. */
  readonly log?: (line: string) => void;
  /** The folder of the built window, to serve it to browsers with a session; an API alone unless given. */
  readonly gui?: string | undefined;
  /** Called when a browser has used up a one-time key of the window. */
  readonly onKeyUsed?: (() => void) | undefined;
};
export type CheckedOptions = z.output<typeof Options>;

/** Fills in defaults. @throws ZodError for what makes no sense */
export function checkOptions(options: LecternOptions): CheckedOptions {
  const { data, host, port, throttle, allowedHosts, allowedOrigins, keychain, what } = options;
  const { builds, trustBuilds } = options;
  return Options.parse({
    ...{ data, host, port, throttle, allowedHosts, allowedOrigins, keychain, what },
    ...{ builds, trustBuilds },
  });
}
