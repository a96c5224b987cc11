import { z } from 'zod';
import { plainIssue } from '../base/plain-issue.ts';
import { type FieldErrors, Invalid } from '../base/problems.ts';
import { formatPath } from '../base/text/format-path.ts';

/*
 * A build script says how a build goes without running any code: which states and commands it shows, what they print
 * and when, and how it ends (training.md, "Scripted builds"). Demos, lessons and test suites use it.
 */

const MAX_STEPS = 500;
const MAX_LINES = 2_000;
const MAX_REPEAT = 200_000;
const MAX_SECONDS = 3_600;
const MAX_TEXT = 10_000;
/** The most characters of all texts of a script, repetitions counted. */
const MAX_OUTPUT = 20_000_000;
/** The most characters of all pages of a script. */
const MAX_PAGES = 5_000_000;

const text = (max = MAX_TEXT) => z.string().max(max);
const seconds = z.number().min(0).max(MAX_SECONDS);

const Output = z.union([
  text(),
  z.strictObject({
    text: text(),
    /** Seconds that pass before it is printed. */
    after: seconds.optional(),
    /** How many times it is printed; `{n}` in the text counts them. */
    repeat: z.int().min(1).max(MAX_REPEAT).optional(),
  }),
]);

const Step = z.union([
  z.strictObject({ state: z.enum(['cloning', 'installing', 'building']) }),
  z.strictObject({
    command: text().min(1),
    description: text(200).optional(),
    output: z.array(Output).max(MAX_LINES).default([]),
    /** Seconds between its last line and its end. */
    seconds: seconds.optional(),
    /** A command that ends with another code than 0 ends the build: 183 skips it, others fail it. */
    exit: z.int().min(-1).max(255).default(0),
  }),
  /** Waits this long. */
  z.strictObject({ pause: seconds }),
  /** Waits until the build is advanced, by control or in the window. */
  z.strictObject({ wait: z.literal('advance') }),
]);

const PagePath = z
  .string()
  .max(500)
  .regex(/^(?!\.)[\w-][\w.-]*(\/[\w-][\w.-]*)*$/, {
    error: 'A page is a relative path of letters, digits, ".", "-" and "_", such as "guide/index.html".',
  });

/** How a build goes. Unknown keys are refused, so that a typing error is reported. */
export const BuildScript = z
  .strictObject({
    description: text(200).optional(),
    steps: z.array(Step).max(MAX_STEPS).default([]),
    end: z.enum(['success', 'failure', 'timeout', 'cancelled']).default('success'),
    /** The error of a build that fails although its commands succeed. */
    error: text(1_000).optional(),
    /** The texts of the pages that a successful build publishes, by path; without any it publishes none. */
    pages: z.record(PagePath, z.string()).optional(),
  })
  .superRefine((script, context) => {
    const printed = script.steps.flatMap((step) => ('output' in step ? step.output : []));
    const size = printed.reduce((sum, line) => sum + sizeOf(line), 0);
    if (size > MAX_OUTPUT)
      context.addIssue({ code: 'custom', path: ['steps'], message: tooMuch('output', MAX_OUTPUT) });
    const pages = Object.values(script.pages ?? {}).reduce((sum, page) => sum + page.length, 0);
    if (pages > MAX_PAGES)
      context.addIssue({ code: 'custom', path: ['pages'], message: tooMuch('pages', MAX_PAGES) });
    if (script.pages && script.pages['index.html'] === undefined)
      context.addIssue({ code: 'custom', path: ['pages'], message: 'The pages need an index.html.' });
  });
export type BuildScript = z.output<typeof BuildScript>;
export type ScriptStep = BuildScript['steps'][number];
export type ScriptOutput = z.output<typeof Output>;

/** Distance from an alternative of another type. */
const OTHER_TYPE = 100;

/** The pattern of a script's name. */
export const SCRIPT_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
export const NOT_A_SCRIPT_NAME =
  'The name of a script has up to 63 lower-case letters, digits and hyphens, and begins with a letter or a digit.';
/** Error for a name that no script has. */
export const NO_SUCH_SCRIPT = 'There is no build script of this name.';

const SCRIPT_PREFIX = 'script:';

/** Returns how a project's builder is stored and written in seed files: `script:NAME`. */
export function scriptBuilder(name: string): string {
  return SCRIPT_PREFIX + name;
}

/** Returns the name of the script in a builder; undefined for null, and for text of another form. */
export function scriptName(builder: string | null): string | undefined {
  if (!builder?.startsWith(SCRIPT_PREFIX)) return undefined;
  const name = builder.slice(SCRIPT_PREFIX.length);
  return SCRIPT_NAME.test(name) ? name : undefined;
}

/** Checks a script. @throws Invalid keyed by paths such as `steps[2].state` */
export function parseBuildScript(input: unknown): BuildScript {
  const result = BuildScript.safeParse(input, { reportInput: true, error: plainIssue });
  if (result.success) return result.data;
  const errors: FieldErrors = {};
  for (const { path, message } of result.error.issues.flatMap((issue) => messagesOf(issue, [])))
    errors[path] = [message];
  throw new Invalid(errors);
}

type Issue = z.core.$ZodIssue;
type Message = { readonly path: string; readonly message: string };

/** Returns what is wrong; of the alternatives of a step or line, for the one that it resembles most. */
function messagesOf(issue: Issue, parent: readonly PropertyKey[]): Message[] {
  const path = [...parent, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: formatPath([...path, key]), message: 'There is no such key.' }));
  const [closest] =
    issue.code === 'invalid_union' ? issue.errors.toSorted((a, b) => distance(a) - distance(b)) : [];
  if (closest) return closest.flatMap((each) => messagesOf(each, path));
  return [{ path: path.length === 0 ? 'script' : formatPath(path), message: issue.message }];
}

/** Tells how little an alternative resembles the value: the keys that it lacks or does not know. */
function distance(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
    if (issue.code !== 'invalid_type') return sum;
    return sum + (issue.path.length === 0 ? OTHER_TYPE : Number(issue.input === undefined));
  }, 0);
}

function sizeOf(line: ScriptOutput): number {
  return typeof line === 'string' ? line.length : line.text.length * (line.repeat ?? 1);
}

function tooMuch(what: string, max: number): string {
  return `The ${what} of a script may have at most ${max.toLocaleString('en')} characters in all.`;
}
