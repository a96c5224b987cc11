import { HOOK_EVENTS } from '../../model/webhooks/git-hook.ts';
import { type Command, command } from '../command-line.ts';
import { DATA_OPTIONS, SERVER } from '../common-options.ts';

/** Commands for git hooks. Their code is loaded when they run. */
export const HOOK_COMMANDS: readonly Command[] = [
  command({
    name: 'hook install',
    summary: 'Install a git hook that starts a build after each commit to a repository on this computer.',
    details: [
      'The project is found by the path of the repository or by its remotes. The hook calls Lectern in the',
      'background and reports no error while it is not running. While Lectern uses the data folder, or with',
      '--server, the environment variable LECTERN_TOKEN must hold a token of a maintainer.',
    ],
    positionals: [{ name: 'PATH' }],
    options: {
      project: { kind: 'text', value: 'SLUG', help: 'The project to build.' },
      event: {
        kind: 'text',
        value: 'EVENT',
        choices: HOOK_EVENTS,
        help: 'When to build; post-commit unless given, or post-receive in a bare repository.',
      },
      server: SERVER,
      ...DATA_OPTIONS,
    },
    run: async (options, [path = ''], terminal) =>
      (await import('./hook.ts')).installGitHook(options, path, terminal),
  }),
  command({
    name: 'hook remove',
    summary: 'Remove the git hook and its integration.',
    details: [
      'While Lectern uses the data folder, or with --server, this needs LECTERN_TOKEN as hook install does.',
    ],
    positionals: [{ name: 'PATH' }],
    options: { server: SERVER, ...DATA_OPTIONS },
    run: async (options, [path = ''], terminal) =>
      (await import('./hook.ts')).removeGitHook(options, path, terminal),
  }),
];
