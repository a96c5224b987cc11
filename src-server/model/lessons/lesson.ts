import { z } from 'zod';
import { BUILD_STATES } from '../builds/build.ts';
import { NOT_A_SCRIPT_NAME, SCRIPT_NAME } from '../builds/build-script.ts';
import { FaultRule } from '../faults/fault-rule.ts';
import { REDIRECT_TYPES } from '../redirects/rules/rule-2020.ts';
import { REQUEST_METHODS } from '../requests/methods.ts';
import { isSnapshotName } from '../snapshots/snapshot.ts';

/*
 * What a lesson can hold (training.md, "Lessons"). Lessons come from strangers: unknown keys are refused, and what a lesson
 * may check or do is listed here.
 */

/** What a lesson's file is called. */
export const LESSON_FILE = /^(\d{2}-[a-z0-9-]{1,60})\.md$/;
/** The most characters of a lesson. */
export const MAX_LESSON_LENGTH = 200_000;

const MAX_MINUTES = 240;
const MAX_COUNT = 50;
const MAX_CALLS = 20;

const slug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w.-]+$/, { error: 'A slug has letters, digits, ".", "-" and "_".' });
const shortText = z.string().min(1).max(300);
const address = z
  .string()
  .max(500)
  .regex(/^\/[\x21-\x7e]*$/, { error: 'A path begins with / and has no spaces.' });

/** The front matter of a lesson. */
export const LessonHeader = z.strictObject({
  title: shortText,
  minutes: z.int().min(1).max(MAX_MINUTES),
  /** The snapshot to start over from, where there is one of this name; else one is taken when the lesson starts. */
  snapshot: z
    .string()
    .refine(isSnapshotName, { error: 'The name of a snapshot has lowercase letters, digits and hyphens.' })
    .optional(),
  /** Slugs of projects of the kit's seed file that the lesson needs; those that are missing are loaded when it starts. */
  needs: z.array(slug).max(MAX_COUNT).default([]),
});
export type LessonHeader = z.output<typeof LessonHeader>;

function isStatus(status: number | string): boolean {
  if (typeof status === 'string') return /^[1-5]xx$/.test(status);
  return Number.isInteger(status) && status >= 100 && status <= 599;
}

const RequestCheck = z
  .strictObject({
    method: z.enum(REQUEST_METHODS).optional(),
    /** The whole path without the query; `*` stands for one part of it. */
    path: address.optional(),
    /** A status, or a group such as 4xx. */
    status: z
      .union([z.number(), z.string()])
      .refine(isStatus, { error: 'A status is a number from 100 to 599, or a group such as 4xx.' })
      .optional(),
    /** A part of the User-Agent header. */
    client: shortText.optional(),
    count: z.int().min(1).max(MAX_COUNT).default(1),
  })
  .refine(({ method, path, status, client }) => method ?? path ?? status ?? client, {
    error: 'Say which request: give a method, a path, a status or a client.',
  });
export type RequestCheck = z.output<typeof RequestCheck>;

const ProjectCheck = z.strictObject({
  slug,
  /** The build script that plays its builds. */
  script: z.string().regex(SCRIPT_NAME, { error: NOT_A_SCRIPT_NAME }).optional(),
  default_version: slug.optional(),
});
const VersionCheck = z
  .strictObject({ project: slug, slug, active: z.boolean().optional(), built: z.boolean().optional() })
  .refine(({ active, built }) => !(active === false && built === true), {
    path: ['built'],
    error: 'A version that is not active has no pages, so it cannot be built.',
  });
const BuildCheck = z
  .strictObject({
    project: slug,
    version: slug.optional(),
    state: z.enum(BUILD_STATES).optional(),
    success: z.boolean().optional(),
  })
  .refine(({ state, success }) => success === undefined || state === undefined || state === 'finished', {
    path: ['success'],
    error: 'Only a build that has finished has succeeded or failed.',
  });
const TYPES_WITHOUT_FROM: readonly string[] = ['sphinx_html', 'sphinx_htmldir'];
const RedirectCheck = z
  .strictObject({
    project: slug,
    type: z.enum(REDIRECT_TYPES).optional(),
    from: address.optional(),
    to: z.string().max(500).optional(),
  })
  .refine(({ type, from }) => !(from !== undefined && TYPES_WITHOUT_FROM.includes(type ?? '')), {
    path: ['from'],
    error: 'A redirect of this type has no “from”.',
  });
const PageCheck = z.strictObject({
  project: slug,
  /** A path of its documentation, such as /en/latest/. */
  path: address,
  /** 200 a page, 302 a redirect, 404 none. */
  status: z
    .union([z.literal(200), z.literal(302), z.literal(404)], {
      error: 'Documentation answers 200, 302 or 404.',
    })
    .default(200),
});
const QuestionCheck = z
  .strictObject({
    text: shortText,
    choices: z.array(shortText).min(2).max(8),
    /** The text of the right choice. */
    answer: shortText,
  })
  .refine(({ choices }) => new Set(choices).size === choices.length, {
    path: ['choices'],
    error: 'Two choices are the same.',
  })
  .refine(({ choices, answer }) => choices.includes(answer), {
    path: ['answer'],
    error: 'The answer is none of the choices.',
  });

/** What a step waits for: exactly one of these. */
export const LessonCheck = z
  .strictObject({
    request: RequestCheck.optional(),
    project: ProjectCheck.optional(),
    version: VersionCheck.optional(),
    build: BuildCheck.optional(),
    redirect: RedirectCheck.optional(),
    page: PageCheck.optional(),
    question: QuestionCheck.optional(),
  })
  .refine((check) => Object.values(check).filter((each) => each !== undefined).length === 1, {
    error: 'A check is one of request, project, version, build, redirect, page and question.',
  });
export type LessonCheck = z.output<typeof LessonCheck>;

/** A request of “Show me”. */
const ShownCall = z.strictObject({
  method: z.enum(REQUEST_METHODS).default('GET'),
  /** Relative to /api/v3/. */
  path: z
    .string()
    .min(1)
    .max(500)
    .refine((path) => apiAddress(path) !== undefined, {
      error: 'Give a path relative to /api/v3/ of this Lectern, such as projects/.',
    }),
  body: z.json().optional(),
  /** The status that it is to be answered with; otherwise any below 400. */
  expect: z.int().min(100).max(599).optional(),
  times: z.int().min(1).max(MAX_COUNT).default(1),
});
export type ShownCall = z.output<typeof ShownCall>;

/** One thing that “Show me” does; what is not a request are switches of this window that the API does not have. */
const Shown = z
  .strictObject({
    call: ShownCall.optional(),
    /** Lets a build script play the builds of a project. */
    script: z.strictObject({ project: slug, name: z.string().regex(SCRIPT_NAME) }).optional(),
    /** Adds a fault rule, which is removed when the lesson ends. */
    fault: FaultRule.optional(),
  })
  .refine((each) => Object.values(each).filter((value) => value !== undefined).length === 1, {
    error: 'Each line is one of call, script and fault.',
  });
export type Shown = z.output<typeof Shown>;
export const LessonShow = z.array(Shown).min(1).max(MAX_CALLS);

/** A step of a lesson. */
export type LessonStep = {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** undefined: it is done when the person says so. */
  readonly check: LessonCheck | undefined;
  /** Markdown. */
  readonly hint: string | undefined;
  readonly show: readonly Shown[];
};

/** A lesson as it was read. */
export type Lesson = LessonHeader & {
  /** Name of its file without the ending: `01-first-call`. */
  readonly id: string;
  /** Markdown before the first step. */
  readonly introduction: string;
  readonly steps: readonly LessonStep[];
};

/** A reason why a lesson is refused, with its place. */
export type LessonProblem = { readonly file: string; readonly line: number; readonly message: string };

const API_ROOT = 'http://lectern.invalid/api/v3/';

/** Returns the address of a relative path of the API, from the root; undefined for one that leads out of it. */
export function apiAddress(path: string): string | undefined {
  if (!/^[\w%][\x21-\x7e]*$/.test(path) || /^[a-z][a-z0-9+.-]*:/i.test(path) || /[\\#]/.test(path))
    return undefined;
  const url = URL.parse(path, API_ROOT);
  if (!url?.href.startsWith(API_ROOT) || /%2e|%2f|%5c/i.test(url.pathname)) return undefined;
  return url.pathname + url.search;
}
