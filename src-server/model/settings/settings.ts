import { z } from 'zod';
import { DEFAULT_DIALECT, DIALECTS } from '../base/dialect.ts';
import { plainIssue } from '../base/plain-issue.ts';
import { Invalid } from '../base/problems.ts';
import type { Json } from '../builds/build.ts';
import { editorCommandError } from '../previews/editor-command.ts';

/** The port that is used unless the settings or the command line name another. */
export const DEFAULT_PORT = 8642;

export const NOT_A_PORT = 'A port is a whole number from 0 to 65535.';
export const NOT_TRUE_OR_FALSE = 'Enter true or false.';
export const NO_SUCH_SETTING = 'There is no such setting.';
export const NOT_A_DIALECT = 'Enter 2020 or current.';
export const NOT_A_COMMAND = 'Enter a command, or leave it empty.';
export const NOT_AN_ID = 'The id of a user, or null.';

/** Takes a whole number from `min` to `max`; the error names both unless another is given. */
function integerBetween(min: number, max: number, error = `A whole number from ${min} to ${max}.`) {
  return z.int({ error }).min(min, { error }).max(max, { error });
}

const boolean = z.boolean({ error: NOT_TRUE_OR_FALSE });

/** A command that opens an editor, or '' for none. */
const editorCommand = z
  .string({ error: NOT_A_COMMAND })
  .max(500, { error: 'At most 500 characters.' })
  .superRefine((command, context) => {
    const message = editorCommandError(command);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** One setting. A key without a `label` has no row of its own in the window. */
type Definition = {
  readonly schema: z.ZodType<Json>;
  readonly default: Json;
  readonly label?: string;
  /** What it means, for people; `{default}` stands for what null means on this machine. */
  readonly hint?: string;
  readonly unit?: string;
  /** What null means, shown in the empty field. */
  readonly empty?: string;
};

/** Every setting: what it takes, its default, and its texts. */
const SETTINGS = {
  /** The person at this machine; null until the first run has asked for a name. */
  localUserId: {
    schema: z.int({ error: NOT_AN_ID }).positive({ error: NOT_AN_ID }).nullable(),
    default: null,
  },
  /** Applies from the next start; 0 takes a free port, null is DEFAULT_PORT. */
  port: {
    schema: integerBetween(0, 65_535, NOT_A_PORT).nullable(),
    default: null,
    label: 'Port',
    hint: 'Where the server listens, from its next start on. 0 takes a free port.',
    empty: String(DEFAULT_PORT),
  },
  dialect: {
    schema: z.enum(DIALECTS, { error: NOT_A_DIALECT }),
    default: DEFAULT_DIALECT,
    label: 'Dialect of the API',
    hint: 'How /api/v3/ is answered: as its specification of 2020 says, or as the service does today.',
  },
  closeKeepsServer: {
    schema: boolean,
    default: true,
    label: 'Keep the server running when the window closes',
    hint: 'Clients get answers until you quit.',
  },
  /** null asks where other machines can reach the server. */
  askBeforePrivateDocs: {
    schema: boolean.nullable(),
    default: null,
    label: 'Ask for a session before private documentation is shown',
    hint: 'Browsers then open it by a link from this window. Public documentation stays open to everyone.',
  },
  pageMenus: {
    schema: boolean,
    default: true,
    label: 'Version menus and search boxes of themes',
    hint: 'Pages whose theme asks for the service’s data are sent with the service’s script, so that they work here. Off: all pages are sent as they were built.',
  },
  notifyBuilds: {
    schema: boolean,
    default: true,
    label: 'Notify me when a build finishes',
    hint: 'As a desktop notification.',
  },
  buildsAtOnce: {
    schema: integerBetween(1, 64).nullable(),
    default: null,
    label: 'Builds at the same time',
    hint: 'Empty: one less than this computer has cores, which is {default}. Builds of one version run one after the other.',
    empty: '{default}',
  },
  buildMinutes: {
    schema: integerBetween(1, 1440),
    default: 15,
    label: 'Time limit',
    hint: 'A build that takes longer is stopped and marked as failed.',
    unit: 'min',
  },
  /** 0 has no limit; null is the service's limit, or what this machine can spare. */
  buildMemoryMegabytes: {
    schema: integerBetween(0, 10_000_000).nullable(),
    default: null,
    label: 'Memory of a build',
    hint: 'A command that uses more is ended and fails its build, so that the computer stays usable. Empty: 7168 MB, or three quarters of this computer’s memory where that is less. 0: no limit. Kept on Linux only.',
    unit: 'MB',
    empty: 'up to 7168',
  },
  /** How many times faster than they say build scripts are played. */
  scriptSpeed: {
    schema: integerBetween(0, 1000).nullable(),
    default: null,
    label: 'Speed of build scripts',
    hint: '1 plays a script as it is written, 10 ten times faster, 0 at once. Empty: as written, or at once for a test suite.',
    empty: '1',
  },
  outputMegabytes: {
    schema: integerBetween(1, 1024),
    default: 50,
    label: 'Output of a command',
    hint: 'Output beyond this size is left out of the log.',
    unit: 'MB',
  },
  acceptInstalledCopies: {
    schema: boolean,
    default: false,
    label: 'Accept installed copies',
    hint: 'A build with what this computer has may document a copy of its project that is installed here, perhaps another version. Off: it fails instead.',
  },
  editor: {
    schema: editorCommand,
    default: '',
    label: 'Editor',
    hint: 'The command that opens a file at an error of a preview, with FILE and LINE in their places: code -g FILE:LINE. It is started without a shell.',
    empty: 'none',
  },
  keepLogsDays: {
    schema: integerBetween(1, 3650).nullable(),
    default: 90,
    label: 'Keep logs for',
    hint: 'Older logs are deleted; the builds stay in the list. Empty: forever.',
    unit: 'days',
    empty: 'forever',
  },
  keepLogsMegabytes: {
    schema: integerBetween(10, 1_000_000).nullable(),
    default: 1024,
    label: 'Space for logs',
    hint: 'Beyond this size the oldest logs are deleted. Empty: no limit.',
    unit: 'MB',
    empty: 'no limit',
  },
  keepJournalDays: {
    schema: integerBetween(1, 3650).nullable(),
    default: 365,
    label: 'Keep history for',
    hint: 'Older changes are deleted from Activity and from timelines. What undo and the trash need stays. Empty: forever.',
    unit: 'days',
    empty: 'forever',
  },
  keepJournalMegabytes: {
    schema: integerBetween(1, 1_000_000).nullable(),
    default: 256,
    label: 'Space for history',
    hint: 'Beyond this size the oldest changes are deleted. Empty: no limit.',
    unit: 'MB',
    empty: 'no limit',
  },
  logRequests: {
    schema: boolean,
    default: true,
    label: 'Log requests',
    hint: 'Requests to the API, to webhooks and to hosted pages, without secrets. Off: nothing is recorded.',
  },
  keepRequests: {
    schema: integerBetween(1, 1_000_000),
    default: 50_000,
    label: 'Requests to keep',
    hint: 'Beyond this number the oldest requests are deleted.',
    unit: 'rows',
  },
  keepRequestsMegabytes: {
    schema: integerBetween(1, 100_000),
    default: 200,
    label: 'Space for requests',
    hint: 'Beyond this size the oldest requests are deleted.',
    unit: 'MB',
  },
  keepPagesDays: {
    schema: integerBetween(1, 3650),
    default: 30,
    label: 'Keep unserved pages for',
    hint: 'Undo can restore the pages of a deactivated or removed version during this time.',
    unit: 'days',
  },
  keepPagesMegabytes: {
    schema: integerBetween(10, 10_000_000).nullable(),
    default: null,
    label: 'Space for pages',
    hint: 'Beyond this size the oldest unserved pages are deleted. Served pages stay. Empty: no limit.',
    unit: 'MB',
    empty: 'no limit',
  },
  keepCacheMegabytes: {
    schema: integerBetween(10, 1_000_000).nullable(),
    default: 2048,
    label: 'Space for downloaded packages',
    hint: 'Beyond this size the packages that builds have downloaded are deleted. Empty: no limit.',
    unit: 'MB',
    empty: 'no limit',
  },
  keepEnvironmentDays: {
    schema: integerBetween(0, 365),
    default: 7,
    label: 'Use environments again for',
    hint: 'Requirements without a fixed version may have newer packages by then. 0: each build makes a new environment.',
    unit: 'days',
  },
  keepBuildStateMegabytes: {
    schema: integerBetween(10, 1_000_000).nullable(),
    default: 10_240,
    label: 'Space for what builds keep',
    hint: 'Environments, copies of repositories and the state of fast rebuilds. Beyond this size those that were used longest ago are deleted. Empty: no limit.',
    unit: 'MB',
    empty: 'no limit',
  },
  syncRequestsPerMinute: {
    schema: integerBetween(1, 60),
    default: 40,
    label: 'Requests a minute of sync',
    hint: 'The service answers 60 a minute, and your dashboard there shares them. Another Lectern has no limit.',
    unit: 'requests',
  },
  /** 0 keeps none. */
  syncBuilds: {
    schema: integerBetween(0, 200),
    default: 20,
    label: 'Builds there to keep',
    hint: 'The newest builds of each linked project on the service, to look at.',
    unit: 'builds',
  },
} as const satisfies Record<string, Definition>;

export type SettingKey = keyof typeof SETTINGS;
export type Settings = { readonly [Key in SettingKey]: z.output<(typeof SETTINGS)[Key]['schema']> };

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

type PatchShape = { [Key in SettingKey]: z.ZodOptional<(typeof SETTINGS)[Key]['schema']> };

/** What changes: keys that are left out stay as they are. */
export const SettingsPatch = z.strictObject(
  Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].schema.optional()])) as PatchShape,
);
export type SettingsPatch = z.output<typeof SettingsPatch>;

/** The texts of a setting, as a form shows them. */
export type SettingText = {
  readonly label: string;
  readonly hint: string | undefined;
  readonly unit: string | undefined;
  readonly empty: string | undefined;
};

/** Returns the texts of a setting; `defaultText` stands where they name what null means on this machine. */
export function settingText(key: SettingKey, defaultText = ''): SettingText {
  const { label, hint, unit, empty }: Definition = SETTINGS[key];
  const fill = (text: string | undefined) => text?.replaceAll('{default}', defaultText);
  return { label: label ?? key, hint: fill(hint), unit, empty: fill(empty) };
}

/** Reads the settings from a store's rows; a missing or invalid value counts as its default. */
export function readSettings(stored: Readonly<Record<string, Json>>): Settings {
  const read = (key: SettingKey): Json => {
    const parsed = SETTINGS[key].schema.safeParse(stored[key]);
    return parsed.success ? parsed.data : SETTINGS[key].default;
  };
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, read(key)])) as Settings;
}

/** Checks a patch from a caller. @throws Invalid keyed by setting */
export function checkSettingsPatch(input: unknown): SettingsPatch {
  const parsed = SettingsPatch.safeParse(input, { error: plainIssue });
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) errors[key] = [NO_SUCH_SETTING];
    else errors[String(issue.path[0] ?? 'non_field_errors')] = [issue.message];
  }
  throw new Invalid(errors);
}
