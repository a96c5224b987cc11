import { z } from 'zod';
import type { Clock } from './model/timestamp.ts';

/** Every option of Lectern with its default. */
const Options = z.strictObject({
  /** Where projects, tokens and backups lie; null keeps everything in memory; undefined is the platform's place. */
  data: z.string().min(1).nullable().optional(),
  host: z.string().min(1).default('127.0.0.1'),
  /** 0 takes a free one. */
  port: z.int().min(0).max(65_535).default(8642),
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
  /** How the holder of the data folder calls itself to others. */
  what: z.enum(['desktop app', 'server', 'command']).default('server'),
});

export type LecternOptions = z.input<typeof Options> & {
  /** Injected so that a demo or a test can be exact. */
  readonly clock?: Clock;
  /** Makes the text of a new token. */
  readonly newToken?: () => string;
  /** How long a request may take to arrive, in milliseconds; the usual unless given. */
  readonly timeouts?: { readonly headers: number; readonly whole: number };
  /** Takes lines for people, never a secret. */
  readonly log?: (line: string) => void;
};
export type CheckedOptions = z.output<typeof Options>;

/** Fills in defaults. @throws ZodError for what makes no sense */
export function checkOptions(options: LecternOptions): CheckedOptions {
  const { clock: _clock, newToken: _newToken, log: _log, timeouts: _timeouts, ...plain } = options;
  return Options.parse(plain);
}
