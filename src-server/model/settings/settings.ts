import { z } from 'zod';
import { Invalid } from '../base/problems.ts';
import type { Json } from '../builds/build.ts';

/** The port unless somebody chose another. */
export const DEFAULT_PORT = 8642;

export const NOT_A_PORT = 'A port is a whole number from 0 to 65535.';
export const NOT_TRUE_OR_FALSE = 'Say true or false.';
export const NO_SUCH_SETTING = 'There is no such setting.';
export const NOT_AN_ID = 'The id of a user, or null.';

/** A whole number within bounds; whoever leaves them hears of them. */
function integerBetween(min: number, max: number) {
  const error = `A whole number from ${min} to ${max}.`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

const booleanSchema = z.boolean({ error: NOT_TRUE_OR_FALSE });

/** Every setting: what it takes, and what holds until somebody chooses. */
const SETTINGS = {
  /** The person at this machine; null until the welcome. */
  localUserId: {
    schema: z.int({ error: NOT_AN_ID }).positive({ error: NOT_AN_ID }).nullable(),
    default: null,
  },
  /** Where the API answers; 0 takes a free one, null is the usual one. Holds from the next start on. */
  port: {
    schema: z
      .int({ error: NOT_A_PORT })
      .min(0, { error: NOT_A_PORT })
      .max(65_535, { error: NOT_A_PORT })
      .nullable(),
    default: null,
  },
  /** Closing the window leaves the server answering. */
  closeKeepsServer: { schema: booleanSchema, default: true },
  /** Say it on the desktop when a build ends. */
  notifyBuilds: { schema: booleanSchema, default: true },
  /** Builds that run at the same time; null: one less than this machine has cores, and at least one. */
  buildsAtOnce: { schema: integerBetween(1, 64).nullable(), default: null },
  /** How long a build may take, in minutes. */
  buildMinutes: { schema: integerBetween(1, 1440), default: 15 },
  /** How much of a command's output is kept, in MB. */
  outputMegabytes: { schema: integerBetween(1, 1024), default: 50 },
  /** How long what builds wrote is kept; null: for ever. */
  keepLogsDays: { schema: integerBetween(1, 3650).nullable(), default: 90 },
  /** How much of it is kept, the youngest first; null: all. */
  keepLogsMegabytes: { schema: integerBetween(10, 1_000_000).nullable(), default: 1024 },
  /** How long pages lie that are served no longer, so that an undo can bring them back. */
  keepPagesDays: { schema: integerBetween(1, 3650), default: 30 },
  /** How much room all pages and downloads may take before such pages go, the oldest first; null: any. */
  keepPagesMegabytes: { schema: integerBetween(10, 10_000_000).nullable(), default: null },
  /** How much room the packages may take that builds have fetched, before they go; null: any. */
  keepCacheMegabytes: { schema: integerBetween(10, 1_000_000).nullable(), default: 2048 },
} as const satisfies Record<string, { readonly schema: z.ZodType<Json>; readonly default: Json }>;

export type SettingKey = keyof typeof SETTINGS;
export type Settings = { readonly [Key in SettingKey]: z.output<(typeof SETTINGS)[Key]['schema']> };

/** What changes: keys left out stay as they are. */
export const SettingsPatch = z.strictObject({
  localUserId: SETTINGS.localUserId.schema.optional(),
  port: SETTINGS.port.schema.optional(),
  closeKeepsServer: SETTINGS.closeKeepsServer.schema.optional(),
  notifyBuilds: SETTINGS.notifyBuilds.schema.optional(),
  buildsAtOnce: SETTINGS.buildsAtOnce.schema.optional(),
  buildMinutes: SETTINGS.buildMinutes.schema.optional(),
  outputMegabytes: SETTINGS.outputMegabytes.schema.optional(),
  keepLogsDays: SETTINGS.keepLogsDays.schema.optional(),
  keepLogsMegabytes: SETTINGS.keepLogsMegabytes.schema.optional(),
  keepPagesDays: SETTINGS.keepPagesDays.schema.optional(),
  keepPagesMegabytes: SETTINGS.keepPagesMegabytes.schema.optional(),
  keepCacheMegabytes: SETTINGS.keepCacheMegabytes.schema.optional(),
});
export type SettingsPatch = z.output<typeof SettingsPatch>;

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** The settings that a store's rows make; one that is missing or that no longer makes sense is as if never chosen. */
export function readSettings(stored: Readonly<Record<string, Json>>): Settings {
  const read = <Key extends SettingKey>(key: Key): Settings[Key] => {
    const { schema, default: defaultValue } = SETTINGS[key];
    const parsed = schema.safeParse(stored[key]);
    return (parsed.success ? parsed.data : defaultValue) as Settings[Key];
  };
  return {
    localUserId: read('localUserId'),
    port: read('port'),
    closeKeepsServer: read('closeKeepsServer'),
    notifyBuilds: read('notifyBuilds'),
    buildsAtOnce: read('buildsAtOnce'),
    buildMinutes: read('buildMinutes'),
    outputMegabytes: read('outputMegabytes'),
    keepLogsDays: read('keepLogsDays'),
    keepLogsMegabytes: read('keepLogsMegabytes'),
    keepPagesDays: read('keepPagesDays'),
    keepPagesMegabytes: read('keepPagesMegabytes'),
    keepCacheMegabytes: read('keepCacheMegabytes'),
  };
}

/** A patch as a caller gives it. @throws Invalid keyed by setting */
export function checkSettingsPatch(input: unknown): SettingsPatch {
  const parsed = SettingsPatch.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) errors[key] = [NO_SUCH_SETTING];
    else errors[String(issue.path[0] ?? 'non_field_errors')] = [issue.message];
  }
  throw new Invalid(errors);
}
