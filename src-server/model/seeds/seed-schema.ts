import { z } from 'zod';
import {
  bool,
  choice,
  field,
  INVALID_VALUE,
  NOT_A_BOOLEAN,
  NOT_A_STRING,
  NOT_NULL,
  text,
} from '../base/fields.ts';
import { PROJECT_SLUG, PROJECT_SLUG_MAX, VERSION_SLUG, VERSION_SLUG_MAX } from '../base/slug.ts';
import { parseTimestamp, type Timestamp } from '../base/timestamp.ts';
import { BUILD_STATES, type JsonObject } from '../builds/build.ts';
import { scriptName } from '../builds/build-script.ts';
import { MAX_COMMIT_TEXT } from '../builds/commit-text.ts';
import { NOTIFICATION_STATES } from '../notifications/notification.ts';
import {
  BUILD_TOOL_SOURCES,
  CURRENT_PRIVACY_LEVELS,
  PRIVACY_LEVELS,
  projectFields,
  storedRepository,
  VERSIONING_SCHEMES,
} from '../projects/project.ts';
import { configPath } from '../projects/repository/config-path.ts';
import { withWrittenRules, writtenFields } from '../redirects/written-redirect.ts';
import { subprojectFields } from '../relations/subproject.ts';
import { Username } from '../users/user.ts';
import { environmentVariableFields, variableNameError } from '../variables/environment-variable.ts';
import { DOWNLOAD_FORMATS, VERSION_TYPES } from '../versions/version.ts';

/*
 * The seed format: what a file that fills a database can hold. Names, URLs, redirects and variables follow the rules
 * of the API. Everything else is read strictly, so that a typing error is reported and not ignored.
 */

/** Leaves room above explicit ids: rows without an id get ids above the highest one. */
const MAX_ID = 2_147_483_647;
const id = integer({ minimum: 1, maximum: MAX_ID }).optional();
const shortText = (max: number, blank = false) => string(text({ max, blank }));
const output = string(text({ blank: true, trim: false }));
const flag = strictType('boolean', NOT_A_BOOLEAN, bool());

const SeedNotification = z.strictObject({
  message: string(text({ max: 255 })).describe('Id of the message, such as build:user:generic.'),
  state: choice(NOTIFICATION_STATES).optional().describe('unread when absent.'),
  dismissable: flag.optional(),
  news: flag.optional(),
  details: object().optional().describe('What its text is completed with: {"error": "…"}.'),
});
const notifications = z.array(SeedNotification).optional();

const SeedCommand = z.strictObject({
  description: output,
  command: string(text({ trim: false })),
  output,
  exit_code: integer({}),
  start_time: timestamp(),
  end_time: timestamp(),
});

const SeedBuild = z.strictObject({
  id,
  created: timestamp(),
  state: choice(BUILD_STATES),
  success: flag.nullish(),
  error: string(text({ blank: true, nullable: true, trim: false })).optional(),
  commit: string(text({ max: 255, blank: true, nullable: true })).optional(),
  commit_subject: string(text({ max: MAX_COMMIT_TEXT, blank: true })).optional(),
  commit_author: string(text({ max: MAX_COMMIT_TEXT, blank: true })).optional(),
  duration: integer({ minimum: 0 }).nullish().describe('Seconds.'),
  config: object().optional().describe('The configuration file as read.'),
  commands: z.array(SeedCommand).default([]),
  notifications,
});

const SeedVersion = z.strictObject({
  id,
  slug: string(
    text({
      max: VERSION_SLUG_MAX,
      pattern: {
        expression: VERSION_SLUG,
        message:
          'A version\'s slug has letters, digits, ".", "-" and "_", and begins with a letter or a digit.',
      },
    }),
  )
    .optional()
    .describe('Made from verbose_name when absent.'),
  verbose_name: shortText(255),
  identifier: shortText(255, true),
  type: choice(VERSION_TYPES),
  active: flag,
  built: flag,
  uploaded: flag.optional(),
  privacy_level: choice(PRIVACY_LEVELS).optional(),
  hidden: flag.optional().describe('Whether lists of versions and search leave it out.'),
  fast_rebuild: flag.optional().describe('Whether its builds keep what the one before left.'),
  downloads: z.array(choice(DOWNLOAD_FORMATS)).default([]),
  builds: z.array(SeedBuild).default([]),
});

const projectSlugText = text({
  max: PROJECT_SLUG_MAX,
  pattern: {
    expression: PROJECT_SLUG,
    message:
      "A project's slug has lower-case letters, digits, hyphens and underscores, and begins and ends with a letter or a digit.",
  },
});

const SeedProject = z.strictObject({
  id,
  slug: string(projectSlugText).optional().describe('Made from the name when absent.'),
  name: string(projectFields.name),
  users: z.array(string(Username)).describe('Names of the maintainers.'),
  language: projectFields.language.optional(),
  programming_language: projectFields.programming_language.optional(),
  repository: storedRepository.strict(),
  homepage: projectFields.homepage.optional(),
  description: string(text({ blank: true, trim: false })).optional(),
  default_version: string(projectFields.default_version).optional(),
  default_branch: string(projectFields.default_branch).optional(),
  single_version: flag.optional(),
  versioning_scheme: choice(VERSIONING_SCHEMES)
    .optional()
    .describe('What addresses of the documentation name; wins over single_version.'),
  readthedocs_yaml_path: string(configPath())
    .optional()
    .describe('Path of the configuration file in the repository.'),
  external_builds_privacy_level: choice(CURRENT_PRIVACY_LEVELS).optional(),
  analytics_disabled: flag.optional(),
  pull_request_builds: flag
    .optional()
    .describe('Whether signed events build pull requests, which run the code of anyone who opens one.'),
  builder: string(
    text({
      max: 100,
      check: (builder) =>
        scriptName(builder) === undefined ? 'A builder is script:NAME, such as script:passes.' : undefined,
    }),
  )
    .optional()
    .describe('The script that plays the builds: script:NAME. Absent: builds run.'),
  allow_builds: flag
    .optional()
    .describe(
      'Asks to let builds run the code of the repository. The file alone allows nothing: only --allow-builds does.',
    ),
  build_tools: choice(BUILD_TOOL_SOURCES)
    .optional()
    .describe(
      'What builds: own, an environment of the build, or machine, the tools installed here. own when absent.',
    ),
  privacy_level: choice(PRIVACY_LEVELS).optional(),
  notifications,
  tags: z.array(shortText(100)).default([]),
  translation_of: string(text({ max: PROJECT_SLUG_MAX }))
    .optional()
    .describe('Slug of the main project.'),
  created: timestamp().optional(),
  modified: timestamp().optional(),
  versions: z.array(SeedVersion).default([]),
  redirects: z.array(withWrittenRules(z.strictObject({ pk: id, ...writtenFields }))).default([]),
  environment_variables: z
    .array(
      z
        .strictObject({
          pk: id,
          name: string(text({ max: 128 })),
          value: string(environmentVariableFields.value).nullable().describe('null when it is not known.'),
          public: flag.optional().describe('Whether builds of pull requests get it too.'),
          any_name: flag
            .optional()
            .describe('Whether the name may be one that forms refuse, or that of another variable.'),
        })
        .refine(({ name, any_name: isAny }) => isAny || variableNameError(name) === undefined, {
          path: ['name'],
          error: ({ input }) => variableNameError(String((input as { name?: unknown }).name)),
        }),
    )
    .default([]),
  subprojects: z.array(z.strictObject(subprojectFields)).default([]),
});

const SeedUser = z.strictObject({
  username: string(Username),
  token: string(
    text({
      pattern: { expression: /^[0-9a-f]{40}$/, message: 'A token has 40 lower-case hexadecimal digits.' },
    }),
  ).optional(),
  notifications,
});

/** The whole file. Absent lists become empty, datetimes become Timestamps. */
export const SeedFile = z
  .strictObject({
    $schema: z.string().optional(),
    users: z.array(SeedUser).default([]),
    projects: z.array(SeedProject).default([]),
  })
  .meta({ title: 'Lectern seed file', description: 'Users and projects to fill a database with.' });

/** A seed file after parsing. */
export type Seed = z.infer<typeof SeedFile>;

/** Wraps a field of the API without its coercions: in a file, `1.0` for a text would silently become `1`. */
function strictType<T>(type: 'string' | 'boolean', message: string, schema: z.ZodType<T>): z.ZodType<T> {
  return z
    .unknown()
    .refine((value) => value === undefined || value === null || typeof value === type, message)
    .pipe(schema)
    .meta(schema.meta() ?? {});
}

function string<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return strictType('string', NOT_A_STRING, schema);
}

function integer(rules: { readonly minimum?: number; readonly maximum?: number }): z.ZodType<number> {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = rules;
  return field<number>(
    (input, report) => {
      if (input === null) report(NOT_NULL);
      else if (!Number.isSafeInteger(input)) report('A valid integer is required.');
      else if (Number(input) < minimum) report(`Ensure this value is greater than or equal to ${minimum}.`);
      else if (Number(input) > maximum) report(`Ensure this value is less than or equal to ${maximum}.`);
      return Number(input);
    },
    { type: 'integer', ...rules },
  );
}

function timestamp(): z.ZodType<Timestamp> {
  return field<Timestamp>(
    (input, report) => {
      const at = typeof input === 'string' ? parseTimestamp(input) : undefined;
      if (at === undefined) {
        report('Not a date and time with an offset, such as 2019-04-29T10:00:00Z.');
      }
      return at ?? 0;
    },
    { type: 'string', format: 'date-time' },
  );
}

function object(): z.ZodType<JsonObject> {
  return field<JsonObject>(
    (input, report) => {
      if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as JsonObject;
      report(INVALID_VALUE);
      return {};
    },
    { type: 'object' },
  );
}
