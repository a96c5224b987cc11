import { resolve } from 'node:path';
import { z } from 'zod';

/** Preferences kept outside the data folder (userData/desktop.json). */
export const Preferences = z.object({
  /** Chosen data folder; the platform's default unless given. */
  data: z.string().min(1).optional(),
  /** Whether the notification that the server keeps running without a window was shown. */
  toldOfTray: z.boolean().default(false),
});
export type Preferences = z.output<typeof Preferences>;

/** Options with which the core is opened. */
export type OpenOptions = {
  readonly data: string;
  /** Undefined takes the port of the settings. */
  readonly port: number | undefined;
  readonly keychain: 'auto' | 'off' | 'only';
  /** Whether this port is saved for every start. */
  readonly savePort?: boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Resolves the options: LECTERN_DATA, LECTERN_PORT and LECTERN_KEYCHAIN win over the choice in the window, and that over
 * the defaults. Ignores invalid values, since an application without a terminal cannot report them.
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
