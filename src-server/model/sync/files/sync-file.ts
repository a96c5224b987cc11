import { stringify } from 'yaml';
import { z } from 'zod';
import { plainIssue } from '../../base/plain-issue.ts';
import { PROJECT_SLUG } from '../../base/slug.ts';
import { formatPath } from '../../base/text/format-path.ts';
import { type LocatedFile, readLocatedYaml } from '../../kits/located-file.ts';
import { REDIRECT_DEFAULTS } from '../../redirects/redirect.ts';
import { REDIRECT_IMPORT_MAX } from '../../redirects/redirect-file.ts';
import { isCleanType } from '../../redirects/rules/current-rule.ts';
import {
  WrittenBody,
  type WrittenRedirect,
  writtenFields,
  writtenRedirect,
} from '../../redirects/written-redirect.ts';
import { CurrentVariableBody } from '../../variables/environment-variable.ts';

/*
 * Redirects and variables of a project as YAML that is kept in git: `export` writes it, `apply` makes the project's list
 * equal to it (sync.md, "Commands"). Values of variables are never in it.
 */

/** A redirect as a file has it: every field is said, or has its default. */
export type FileRedirect = Required<WrittenRedirect>;
/** A variable as a file has it. */
export type FileVariable = { readonly name: string; readonly isPublic: boolean };

/** What a file says of one project. */
export type SyncFile = { readonly project: string } & (
  | { readonly kind: 'redirects'; readonly redirects: readonly FileRedirect[] }
  | { readonly kind: 'variables'; readonly variables: readonly FileVariable[] }
);

/** What is wrong with a file, and where. */
export type FileFinding = { readonly line: number; readonly column: number; readonly message: string };

const MAX_FINDINGS = 50;
const NO_VALUES = 'Values do not belong in a file. Type the value in the window, or send it with the API.';

/** Writes a file. */
export function formatSyncFile(file: SyncFile): string {
  const { project } = file;
  const plan = '`lectern apply` makes the list of the project equal to this one.';
  return file.kind === 'redirects'
    ? `# Redirects of ${project}, the first is tried first. ${plan}\n${stringify({ project, redirects: file.redirects.map(redirectEntry) })}`
    : `# Environment variables of ${project}, without their values. ${plan}\n${stringify({ project, variables: file.variables.map(variableEntry) })}`;
}

/** Reads a file, or says what is wrong with it. */
export function parseSyncFile(
  text: string,
): { readonly file: SyncFile } | { readonly findings: readonly FileFinding[] } {
  const result = readLocatedYaml(text);
  if ('error' in result) {
    const { line = 1, column = 1, message } = result.error;
    return { findings: [{ line, column, message }] };
  }
  const faults = findUnknownKeys(result.read.value);
  const parsed = FileSchema.safeParse(result.read.value, { reportInput: true, error: plainIssue });
  if (!parsed.success)
    faults.push(...parsed.error.issues.map(({ path, message }) => ({ path: formatPath(path), message })));
  const [first] = faults;
  return first || !parsed.success
    ? { findings: located(result.read, faults) }
    : { file: fileOf(parsed.data) };
}

function redirectEntry(redirect: FileRedirect) {
  const { type, fromUrl, toUrl, dialect, httpStatus, enabled, force, description } = redirect;
  return {
    type,
    ...(fromUrl !== '' && { from_url: fromUrl }),
    ...(toUrl !== '' && { to_url: toUrl }),
    ...(dialect !== dialectOf(type) && { dialect }),
    ...(httpStatus !== REDIRECT_DEFAULTS.httpStatus && { http_status: httpStatus }),
    ...(enabled ? {} : { enabled }),
    ...(force && { force }),
    ...(description && { description }),
  };
}

/** A file is for today's service: a type that both dialects have is of today. */
function dialectOf(type: string): 'current' | '2020' {
  return isCleanType(type) || type === 'page' || type === 'exact' ? 'current' : '2020';
}

function variableEntry({ name, isPublic }: FileVariable) {
  return { name, ...(isPublic && { public: true }) };
}

const RedirectEntry = z.preprocess((entry) => {
  const isUnsaid = typeof entry === 'object' && entry !== null && 'type' in entry && !('dialect' in entry);
  return isUnsaid ? { ...entry, dialect: dialectOf(String(entry.type)) } : entry;
}, WrittenBody);
const VariableEntry = z.object({
  name: CurrentVariableBody.shape.name,
  public: CurrentVariableBody.shape.public,
});

const FileSchema = z
  .object({
    project: z.string().regex(PROJECT_SLUG, 'Give the slug of a project.'),
    redirects: z.array(RedirectEntry).max(REDIRECT_IMPORT_MAX).optional(),
    variables: z.array(VariableEntry).max(REDIRECT_IMPORT_MAX).optional(),
  })
  .superRefine(({ redirects, variables }, context) => {
    if ((redirects === undefined) === (variables === undefined))
      context.addIssue({
        code: 'custom',
        message: 'Give either a list of redirects or a list of variables.',
      });
    const names = (variables ?? []).map(({ name }) => name);
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) < index)
        context.addIssue({
          code: 'custom',
          path: ['variables', index, 'name'],
          message: `${name} is there twice.`,
        });
    }
  });

function fileOf({ project, redirects, variables }: z.infer<typeof FileSchema>): SyncFile {
  if (!redirects)
    return {
      ...{ project, kind: 'variables' },
      variables: (variables ?? []).map(({ name, public: isPublic }) => ({
        name,
        isPublic: isPublic === true,
      })),
    };
  return {
    project,
    kind: 'redirects',
    redirects: redirects.map((body) => withDefaults(writtenRedirect(body))),
  };
}

/** Returns a redirect with all its fields. */
export function withDefaults(redirect: WrittenRedirect): FileRedirect {
  const { httpStatus, enabled, force, description } = { ...REDIRECT_DEFAULTS, ...redirect };
  const { type, fromUrl, toUrl, dialect } = redirect;
  return { type, fromUrl, toUrl, dialect, httpStatus, enabled, force, description };
}

type Fault = { readonly path: string; readonly message: string };

const KNOWN_KEYS: Readonly<Record<string, ReadonlySet<string>>> = {
  redirects: new Set(Object.keys(writtenFields)),
  variables: new Set(['name', 'public']),
};

/** Finds keys that mean nothing: a field with a wrong name would be lost without a word. */
function findUnknownKeys(value: unknown): Fault[] {
  if (!isRecord(value)) return [];
  const top = Object.keys(value).flatMap((key) =>
    key === 'project' || key in KNOWN_KEYS ? [] : [unknownKey([key], key)],
  );
  const inside = Object.entries(KNOWN_KEYS).flatMap(([list, known]) => {
    const entries = value[list];
    if (!Array.isArray(entries)) return [];
    return entries.flatMap((entry: unknown, index) =>
      (isRecord(entry) ? Object.keys(entry) : []).flatMap((key) =>
        known.has(key) ? [] : [unknownKey([list, index, key], key)],
      ),
    );
  });
  return [...top, ...inside];
}

function unknownKey(path: readonly (string | number)[], key: string): Fault {
  const message = key === 'value' ? NO_VALUES : `There is no field “${key.slice(0, 60)}” here.`;
  return { path: formatPath(path), message };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function located(read: LocatedFile, faults: readonly Fault[]): FileFinding[] {
  return faults
    .slice(0, MAX_FINDINGS)
    .map(({ path, message }) => ({ ...read.locate(path), message }))
    .toSorted((a, b) => a.line - b.line || a.column - b.column);
}
