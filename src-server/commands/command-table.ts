import { HOOK_EVENTS } from '../model/webhooks/git-hook.ts';
import { WORKSPACE_COLORS } from '../model/workspaces/workspace.ts';
import { type Command, command } from './command-line.ts';
import {
  DATA,
  JSON_OUTPUT,
  KEYCHAIN,
  PORT,
  SERVER,
  TOKEN_ID,
  USER,
  USERNAME,
  validateHostName,
  validateOrigin,
  validateTokenName,
  validateUsername,
  WORKSPACE,
} from './common-options.ts';

const common = { data: DATA, workspace: WORKSPACE, json: JSON_OUTPUT } as const;
const withVault = { data: DATA, workspace: WORKSPACE, keychain: KEYCHAIN, json: JSON_OUTPUT } as const;

const COLOR = {
  kind: 'text',
  value: 'COLOUR',
  choices: WORKSPACE_COLORS,
  help: 'Shown at the edge of the window; one that is free unless given.',
} as const;

/** Every command. Its code is loaded when it runs. */
export const COMMANDS: readonly Command[] = [
  command({
    name: 'serve',
    summary: 'Serve the API until stopped by Ctrl+C or SIGTERM.',
    details: [
      '--memory and --data exclude each other. --seed is refused (exit code 8) when the data folder',
      'already has one of its projects: use --memory or a new folder for repeated starts.',
      'Stop it from a script by a signal to the "pid" of the JSON line; npm does not pass SIGINT on.',
    ],
    positionals: [],
    options: {
      port: PORT,
      data: DATA,
      workspace: WORKSPACE,
      seed: { kind: 'text', value: 'FILE', help: 'Load this seed file first.' },
      kit: {
        kind: 'text',
        value: 'KIT',
        help: 'Load this kit first: a folder, a .lectern-kit.zip or the name of a built-in kit.',
      },
      user: {
        kind: 'list',
        value: 'NAME',
        validate: validateUsername,
        help: 'Create this user if missing, and print a new token; may be repeated.',
      },
      json: JSON_OUTPUT,
      memory: { kind: 'flag', help: 'Keep everything in memory; it is lost when Lectern stops.' },
      throttle: { kind: 'flag', help: 'Limit the rate of requests as the live service does.' },
      host: {
        kind: 'text',
        value: 'HOST',
        default: '127.0.0.1',
        help: 'The interface to listen on; any other than loopback opens Lectern to the network.',
      },
      'allow-host': {
        kind: 'list',
        value: 'NAME',
        validate: validateHostName,
        help: 'Another host name that requests may use; may be repeated.',
      },
      'private-docs': {
        kind: 'text',
        value: 'MODE',
        choices: ['ask', 'show'],
        help: 'Who may read private documentation. ask: browsers that opened it by a link; show: anyone who reaches Lectern. By default as the settings say, and they ask unless HOST is loopback.',
      },
      'docs-link': {
        kind: 'list',
        value: 'PROJECT',
        help: "Print a link that opens this project's private documentation once; may be repeated.",
      },
      'allow-origin': {
        kind: 'list',
        value: 'URL',
        validate: validateOrigin,
        help: 'A web origin whose pages may call the API; may be repeated.',
      },
      keychain: KEYCHAIN,
      'trust-builds': {
        kind: 'flag',
        help: 'Run the code of every project in builds without asking; otherwise each project is allowed in the window.',
      },
      'accept-unsigned-webhooks': {
        kind: 'flag',
        help: 'Take events without a secret, as the service of 2020 did, for tests of clients; never those of pull requests.',
      },
      'no-builds': { kind: 'flag', help: 'Do not run builds or read repositories.' },
      control: {
        kind: 'flag',
        help: 'Open the door for test suites: reset, snapshots, clock. Needs --memory, --workspace, or --data that is not the folder of the desktop app.',
      },
      gui: { kind: 'flag', help: 'Serve the window to a browser too; prints a one-time link.' },
      'end-with-stdin': {
        kind: 'flag',
        help: 'Stop when standard input ends, so that it ends with the program that started it.',
      },
      quiet: { kind: 'flag', help: 'Print no text at the start; warnings and errors still appear.' },
    },
    run: async (options, _none, terminal) => (await import('./serve/serve.ts')).serve(options, terminal),
  }),
  command({
    name: 'user add',
    summary: 'Add a user.',
    positionals: [USERNAME],
    options: common,
    run: async (options, [name = ''], terminal) =>
      (await import('./people/users.ts')).addUser(options, name, terminal),
  }),
  command({
    name: 'user list',
    summary: 'List the users.',
    positionals: [],
    options: common,
    run: async (options, _none, terminal) => (await import('./people/users.ts')).listUsers(options, terminal),
  }),
  command({
    name: 'user deactivate',
    summary: "Deactivate a user's tokens; nothing is removed.",
    positionals: [USERNAME],
    options: common,
    run: async (options, [name = ''], terminal) =>
      (await import('./people/users.ts')).setUserActive(options, name, false, terminal),
  }),
  command({
    name: 'user activate',
    summary: "Activate a user's tokens again.",
    positionals: [USERNAME],
    options: common,
    run: async (options, [name = ''], terminal) =>
      (await import('./people/users.ts')).setUserActive(options, name, true, terminal),
  }),
  command({
    name: 'token create',
    summary: 'Create a token and print it.',
    positionals: [USER],
    options: {
      name: {
        kind: 'text',
        value: 'TEXT',
        default: 'command line',
        validate: validateTokenName,
        help: 'What it is for.',
      },
      ...withVault,
    },
    run: async (options, [user = ''], terminal) =>
      (await import('./people/tokens.ts')).createToken(options, user, terminal),
  }),
  command({
    name: 'token list',
    summary: "List a user's tokens, without their text.",
    positionals: [USER],
    options: common,
    run: async (options, [user = ''], terminal) =>
      (await import('./people/tokens.ts')).listTokens(options, user, terminal),
  }),
  command({
    name: 'token show',
    summary: 'Print a token again, from the keychain or the private file.',
    positionals: [TOKEN_ID],
    options: withVault,
    run: async (options, [id], terminal) =>
      (await import('./people/tokens.ts')).showToken(options, Number(id), terminal),
  }),
  command({
    name: 'token revoke',
    summary: 'Revoke a token.',
    positionals: [TOKEN_ID],
    options: withVault,
    run: async (options, [id], terminal) =>
      (await import('./people/tokens.ts')).revokeToken(options, Number(id), terminal),
  }),
  command({
    name: 'seed',
    summary: 'Load users and projects from a file, all of it or nothing.',
    details: ['docs/seed.schema.json describes the file.'],
    positionals: [{ name: 'FILE' }],
    options: withVault,
    run: async (options, [file = ''], terminal) =>
      (await import('./data/seed.ts')).seed(options, file, terminal),
  }),
  command({
    name: 'kit list',
    summary: 'List the kits that Lectern brings.',
    positionals: [],
    options: { json: JSON_OUTPUT },
    run: async (_options, _none, terminal) => (await import('./data/kits.ts')).listKits(terminal),
  }),
  command({
    name: 'kit check',
    summary: 'Check every file of a kit, and name the place of each fault.',
    details: [
      'KIT is a folder, a .lectern-kit.zip or the name of a built-in kit. docs/kits.md describes kits.',
    ],
    positionals: [{ name: 'KIT' }],
    options: { json: JSON_OUTPUT },
    run: async (_options, [path = ''], terminal) => (await import('./data/kits.ts')).checkKit(path, terminal),
  }),
  command({
    name: 'kit make',
    summary: 'Write the present data as a kit, without secrets, into a new folder.',
    positionals: [{ name: 'DIR' }],
    options: withVault,
    run: async (options, [path = ''], terminal) =>
      (await import('./data/kits.ts')).makeKitFolder(options, path, terminal),
  }),
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
      ...withVault,
    },
    run: async (options, [path = ''], terminal) =>
      (await import('./hook/hook.ts')).installGitHook(options, path, terminal),
  }),
  command({
    name: 'hook remove',
    summary: 'Remove the git hook and its integration.',
    details: [
      'While Lectern uses the data folder, or with --server, this needs LECTERN_TOKEN as hook install does.',
    ],
    positionals: [{ name: 'PATH' }],
    options: { server: SERVER, ...common },
    run: async (options, [path = ''], terminal) =>
      (await import('./hook/hook.ts')).removeGitHook(options, path, terminal),
  }),
  command({
    name: 'backup',
    summary: 'Make a verified backup, or list the existing ones.',
    positionals: [],
    options: {
      list: { kind: 'flag', help: 'List the backups, newest first, without making one.' },
      ...common,
    },
    run: async (options, _none, terminal) => (await import('./data/backups.ts')).backup(options, terminal),
  }),
  command({
    name: 'restore',
    summary: 'Restore a backup; the current state is backed up first.',
    positionals: [{ name: 'FILE|newest' }],
    options: common,
    run: async (options, [file = ''], terminal) =>
      (await import('./data/backups.ts')).restore(options, file, terminal),
  }),
  command({
    name: 'recover',
    summary:
      'Replace a damaged database by a backup, by what can be read or by an empty one; the damaged file is kept.',
    positionals: [{ name: 'FILE', optional: true }],
    options: {
      backup: { kind: 'flag', help: 'Restore the backup FILE, or the newest valid one.' },
      readable: { kind: 'flag', help: 'Continue with what can be read of the damaged one.' },
      fresh: { kind: 'flag', help: 'Start with an empty database.' },
      ...common,
    },
    run: async (options, [file], terminal) =>
      (await import('./data/backups.ts')).recover(options, file, terminal),
  }),
  command({
    name: 'workspace list',
    summary: 'List Home and the workspaces: data folders of their own, beside it.',
    positionals: [],
    options: { json: JSON_OUTPUT },
    run: async (options, _none, terminal) =>
      (await import('./workspaces/workspaces.ts')).listWorkspaces(options, terminal),
  }),
  command({
    name: 'workspace create',
    summary: 'Create a workspace, empty or from a kit.',
    positionals: [{ name: 'NAME' }],
    options: {
      color: COLOR,
      kit: {
        kind: 'text',
        value: 'KIT',
        help: 'A folder, a .lectern-kit.zip or the name of a built-in kit.',
      },
      keychain: KEYCHAIN,
      json: JSON_OUTPUT,
    },
    run: async (options, [name = ''], terminal) =>
      (await import('./workspaces/workspaces.ts')).createWorkspace(options, name, terminal),
  }),
  command({
    name: 'workspace copy',
    summary: 'Copy a workspace, or Home, with its pages, tokens and variables, even while it is open.',
    positionals: [{ name: 'FROM' }, { name: 'NAME' }],
    options: { color: COLOR, keychain: KEYCHAIN, json: JSON_OUTPUT },
    run: async (options, names, terminal) =>
      (await import('./workspaces/workspaces.ts')).copyWorkspace(options, names, terminal),
  }),
  command({
    name: 'workspace remove',
    summary: 'Delete a workspace with everything in it, after its name was typed. Home is never removed.',
    positionals: [{ name: 'NAME' }],
    options: {
      yes: { kind: 'flag', help: 'Do not ask for the name.' },
      keychain: KEYCHAIN,
      json: JSON_OUTPUT,
    },
    run: async (options, [name = ''], terminal) =>
      (await import('./workspaces/workspaces.ts')).removeWorkspace(options, name, terminal),
  }),
  command({
    name: 'doctor',
    summary: 'Check this installation and its data, and say what to do. Changes nothing.',
    positionals: [],
    options: { port: { ...PORT, default: '8642', help: 'The port that should be free.' }, ...withVault },
    run: async (options, _none, terminal) => (await import('./doctor/doctor.ts')).doctor(options, terminal),
  }),
];
