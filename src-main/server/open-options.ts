import { resolve } from 'node:path';
import { z } from 'zod';

/** What the application remembers before it has a data folder (userData/desktop.json). */
export const Preferences = z.object({
  /** The data folder; the platform's place unless chosen. */
  data: z.string().min(1).optional(),
  /** Whether the person was told that closing the window leaves the server running. */
  toldOfTray: z.boolean().default(false),
});
export type Preferences = z.output<typeof Preferences>;

/** How the core is to be opened. */
export type OpenOptions = {
  readonly data: string;
  /** Undefined: what the settings of the data folder say. */
  readonly port: number | undefined;
  readonly keychain: 'auto' | 'off' | 'only';
  /** Whether this port is to be the one of every start. */
  readonly savePort?: boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where and how to open: LECTERN_DATA, LECTERN_PORT and LECTERN_KEYCHAIN before what was chosen in the window, before
 * the defaults. A value that makes no sense counts as none: a window without a terminal has nobody to tell.
 */
export function resolveOpenOptions(
  environment: Environment,
  { data }: Preferences,
  defaultFolder: string,
): OpenOptions {
  const { LECTERN_DATA: folder, LECTERN_PORT: port = '', LECTERN_KEYCHAIN: keychain } = environment;
  return {
    data: resolve(folder || data || defaultFolder),
    port: /^\d{1,5}$/.test(port) && Number(port) <= 65_535 ? Number(port) : undefined,
    keychain: keychain === 'off' || keychain === 'only' ? keychain : 'auto',
  };
}
