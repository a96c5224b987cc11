import { z } from 'zod';
import { DIALECTS } from './model/base/dialect.ts';
import { type Clock, systemClock } from './model/base/timestamp.ts';
import { BUILD_TOOL_SOURCES } from './model/projects/project.ts';
import type { AdmissionOptions } from './model/requests/admission.ts';

/** The options of Lectern that are data, with their defaults; the others are passed on as they are. */
const Options = z.object({
  /** The folder of projects, tokens and backups; null keeps everything in memory; undefined is the platform's folder. */
  data: z.string().min(1).nullable().optional(),
  host: z.string().min(1).default('127.0.0.1'),
  /** 0 takes a free one; by default the one in the settings. */
  port: z.int().min(0).max(65_535).optional(),
  /** The shape in which `/api/v3/` is answered; by default as the settings say. */
  dialect: z.enum(DIALECTS).optional(),
  /** Another port, on which the API answers in this dialect; 0 takes a free one. */
  also: z.strictObject({ dialect: z.enum(DIALECTS), port: z.int().min(0).max(65_535) }).optional(),
  /** Limit requests as the live service does: 60 a minute per user, 5 without a token. */
  throttle: z.boolean().default(false),
  /** Other host names that requests may use (safety S2). */
  allowedHosts: z.array(z.string().min(1)).default([]),
  /** Origins whose pages may call the API (safety S3). */
  allowedOrigins: z
    .array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin))
    .default([]),
  /** `auto`: the OS keychain if there is one, else a private file. */
  keychain: z.enum(['auto', 'off', 'only']).default('auto'),
  /** Run builds and read repositories; otherwise both wait. */
  builds: z.boolean().default(false),
  /** Run the code of every project without asking (safety S12). */
  trustBuilds: z.boolean().default(false),
  /** What all projects build with; by default what each says. */
  buildTools: z.enum(BUILD_TOOL_SOURCES).optional(),
  /** Accept control requests of test suites (training.md, Control). */
  control: z.boolean().default(false),
  /** Take events without a secret, as the service of 2020 did (behaviour.md 16); never those of pull requests. */
  acceptUnsignedWebhooks: z.boolean().default(false),
  /** Log the requests that this process answers, where the settings do not say otherwise. */
  requestLog: z.boolean().default(true),
  /** Whether private documentation needs a session or is shown to anyone who reaches the server; by default as the settings say. */
  privateDocs: z.enum(['ask', 'show']).optional(),
  /** How this process is named to others that find the data folder in use. */
  what: z.enum(['desktop app', 'server', 'command']).default('server'),
});

/** Time and network of sync; by default those of the machine. */
export type SyncEnvironment = {
  readonly time?: {
    readonly now: () => number;
    readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
    readonly limit: (ms: number) => AbortSignal;
  };
  readonly random?: () => number;
  readonly fetch?: (url: URL, init: RequestInit) => Promise<Response>;
};

export type LecternOptions = z.input<typeof Options> & {
  /** Injected so that a demo or test can be exact. */
  readonly clock?: Clock;
  /** Makes the text of a new token. */
  readonly newToken?: () => string;
  /** How long a request may take to arrive, in milliseconds. */
  readonly timeouts?: { readonly headers: number; readonly request: number };
  /** When requests are too many to be logged whole; a test may pass its own. */
  readonly requestLimits?: AdmissionOptions;
  /** For sync; a test may pass its own. */
  readonly sync?: SyncEnvironment;
  /** Receives lines for people, never a secret. */
  readonly log?: (line: string) => void;
  /** The folder of the built window, to serve it to browsers with a session; without it only the API is served. */
  readonly gui?: string | undefined;
  /** Called when a browser has used a one-time key of the window. */
  readonly onKeyUsed?: (() => void) | undefined;
  /** The command that prints a new link, for browsers without a session; undefined when none can. */
  readonly linkCommand?: string | undefined;
};

/** Options with their defaults filled in. */
export type CheckedOptions = z.output<typeof Options> &
  Omit<LecternOptions, keyof z.input<typeof Options>> &
  Required<Pick<LecternOptions, 'clock' | 'log'>>;

/** Fills in defaults. @throws ZodError for invalid options */
export function checkOptions(options: LecternOptions): CheckedOptions {
  const checked = Options.parse(options);
  return {
    ...options,
    ...checked,
    clock: options.clock ?? systemClock,
    log: options.log ?? (() => {}),
  };
}
