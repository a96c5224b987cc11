import { Problem } from '../base/problems.ts';
import type { ProjectDetailsBody } from './project.ts';

/** What a key of `project set` changes: fields of the project, whether its code may run, or its versions. */
export type ProjectKeyChange =
  | { readonly fields: { readonly [field in keyof ProjectDetailsBody]?: unknown } }
  | { readonly trusted: boolean }
  | { readonly fastRebuild: boolean };

type ProjectKey = {
  /** The values that it takes, for people. */
  readonly takes: string;
  /** The same with what each means, where it is refused. */
  readonly explained?: string;
  readonly help: string;
  /** Returns the change; undefined for a value that it does not take. */
  readonly read: (value: string) => ProjectKeyChange | undefined;
};

/** Names of the tools that builds use, as commands have them. */
export const BUILD_WITH = ['installed', 'fresh'] as const;
export type BuildWith = (typeof BUILD_WITH)[number];
export const BUILD_TOOLS_OF = { installed: 'machine', fresh: 'own' } as const;

const onOff = (change: (value: boolean) => ProjectKeyChange): Pick<ProjectKey, 'takes' | 'read'> => ({
  takes: 'true or false',
  read: (value) => (value === 'true' || value === 'false' ? change(value === 'true') : undefined),
});

const text = (
  field: keyof ProjectDetailsBody,
  takes: string,
  help: string,
): ProjectKey & { readonly read: (value: string) => ProjectKeyChange } => ({
  ...{ takes, help },
  read: (value) => ({ fields: { [field]: value } }),
});

/** The keys of `project set`. */
export const PROJECT_KEYS: Readonly<Record<string, ProjectKey>> = {
  'build-with': {
    takes: 'installed or fresh',
    explained:
      'installed (the tools of this computer; seed files say machine) or fresh (a virtualenv for each build; seed files say own)',
    help: 'the tools installed here, or a fresh virtualenv for each build',
    read: (value) => {
      const choice = BUILD_WITH.find((each) => each === value);
      return choice && { fields: { build_tools: BUILD_TOOLS_OF[choice] } };
    },
  },
  trusted: {
    help: 'whether builds may run the code of its repository here',
    ...onOff((trusted) => ({ trusted })),
  },
  'fast-rebuild': {
    help: 'whether builds keep what the one before left; of all versions, or of the one that --version names',
    ...onOff((fastRebuild) => ({ fastRebuild })),
  },
  'pull-requests': {
    help: 'whether signed events build pull requests',
    ...onOff((value) => ({ fields: { pull_request_builds: value } })),
  },
  'default-version': text('default_version', 'the slug of a version', 'the version that / opens'),
  'default-branch': text('default_branch', 'a branch or ""', 'the branch of latest'),
  'config-file': text('readthedocs_yaml_path', 'a path or ""', 'the configuration file in the repository'),
  language: text('language', 'a code', 'the language of the documentation'),
  name: text('name', 'a text', 'the name; the slug stays'),
  description: text('description', 'a text', 'what it is'),
  homepage: text('homepage', 'a URL or ""', 'where it is at home'),
};

/** Returns what a key and its value change. @throws Problem for an unknown key, and a value that it does not take */
export function readProjectKey(key: string, value: string): ProjectKeyChange {
  const found = Object.hasOwn(PROJECT_KEYS, key) ? PROJECT_KEYS[key] : undefined;
  if (!found)
    throw new Problem(
      `"${key}" is no key of a project. It is one of ${Object.keys(PROJECT_KEYS).join(', ')}.`,
    );
  const change = found.read(value);
  if (change) return change;
  throw new Problem(`${key} cannot be "${value}": it is ${found.explained ?? found.takes}.`);
}
