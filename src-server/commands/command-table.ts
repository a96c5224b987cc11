import { HOOK_EVENTS } from '../model/webhooks/git-hook.ts';
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
} from './common-options.ts';

const common = { data: DATA, json: JSON_OUTPUT } as const;
const withVault = { data: DATA, keychain: KEYCHAIN, json: JSON_OUTPUT } as const;

/** Every command. What does the work is loaded when it is called for. */
export const COMMANDS: readonly Command[] = [
  command({
    name: 'serve',
    summary: 'Answer the API until stopped by Ctrl+C or SIGTERM.',
    details: [
      '--memory and --data exclude each other. --seed is refused (exit code 8) when the data folder',
      'has one of its projects already: for repeated starts take --memory or a fresh folder.',
      'A script stops it by a signal to the "pid" of the JSON line; npm does not pass SIGINT on.',
    ],
    positionals: [],
    options: {
      port: PORT,
      data: DATA,
      seed: { kind: 'text', value: 'FILE', help: 'Load this seed file first.' },
      user: {
        kind: 'list',
        value: 'NAME',
        validate: validateUsername,
        help: 'Make this user if missing and give a fresh token; may be repeated.',
      },
      json: JSON_OUTPUT,
      memory: { kind: 'flag', help: 'Keep everything in memory; it is gone at the end.' },
      throttle: { kind: 'flag', help: 'Hold callers back as the live service does.' },
      host: {
        kind: 'text',
        value: 'HOST',
        default: '127.0.0.1',
        help: 'The interface to listen on; others than loopback open Lectern to the network.',
      },
      'allow-host': {
        kind: 'list',
        value: 'NAME',
        validate: validateHostName,
        help: 'A further name under which Lectern may be called; may be repeated.',
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
        help: 'Let builds run the code of every project without asking; without it a project is allowed in the window.',
      },
      'no-builds': { kind: 'flag', help: 'Leave builds waiting, and repositories unread.' },
      gui: { kind: 'flag', help: 'Serve the window to a browser too, at a one-time link.' },
      quiet: { kind: 'flag', help: 'Leave out the text at the start; warnings and errors still show.' },
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
    summary: "Switch a user's tokens off; nothing of theirs is removed.",
    positionals: [USERNAME],
    options: common,
    run: async (options, [name = ''], terminal) =>
      (await import('./people/users.ts')).setUserActive(options, name, false, terminal),
  }),
  command({
    name: 'user activate',
    summary: "Switch a user's tokens on again.",
    positionals: [USERNAME],
    options: common,
    run: async (options, [name = ''], terminal) =>
      (await import('./people/users.ts')).setUserActive(options, name, true, terminal),
  }),
  command({
    name: 'token create',
    summary: 'Make a token and print it.',
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
    summary: "List a user's tokens, without the tokens themselves.",
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
    summary: 'Make a token invalid.',
    positionals: [TOKEN_ID],
    options: withVault,
    run: async (options, [id], terminal) =>
      (await import('./people/tokens.ts')).revokeToken(options, Number(id), terminal),
  }),
  command({
    name: 'seed',
    summary: 'Load users and projects from a file, whole or not at all.',
    details: ['docs/seed.schema.json describes the file.'],
    positionals: [{ name: 'FILE' }],
    options: withVault,
    run: async (options, [file = ''], terminal) =>
      (await import('./data/seed.ts')).seed(options, file, terminal),
  }),
  command({
    name: 'hook install',
    summary: 'Let git ask for a build after each commit to a repository on this machine.',
    details: [
      'The project is found by the path of the repository or by its remotes. The hook calls Lectern in the',
      'background and says nothing while it does not run. While Lectern has the data folder, or with --server,',
      'the environment variable LECTERN_TOKEN has to hold a token of a maintainer.',
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
    summary: 'Take that out again, and what was made for it.',
    details: [
      'While Lectern has the data folder, or with --server, this takes LECTERN_TOKEN as hook install does.',
    ],
    positionals: [{ name: 'PATH' }],
    options: { server: SERVER, ...common },
    run: async (options, [path = ''], terminal) =>
      (await import('./hook/hook.ts')).removeGitHook(options, path, terminal),
  }),
  command({
    name: 'backup',
    summary: 'Make a verified backup, or list those there are.',
    positionals: [],
    options: { list: { kind: 'flag', help: 'List the backups, newest first, and make none.' }, ...common },
    run: async (options, _none, terminal) => (await import('./data/backups.ts')).backup(options, terminal),
  }),
  command({
    name: 'restore',
    summary: 'Go back to a backup; the present state is backed up first.',
    positionals: [{ name: 'FILE|newest' }],
    options: common,
    run: async (options, [file = ''], terminal) =>
      (await import('./data/backups.ts')).restore(options, file, terminal),
  }),
  command({
    name: 'recover',
    summary: 'Go on after damage, from a backup or empty; the damaged database is kept aside.',
    positionals: [{ name: 'FILE', optional: true }],
    options: {
      backup: { kind: 'flag', help: 'Go on from the backup FILE, or from the newest good one.' },
      fresh: { kind: 'flag', help: 'Start with an empty database.' },
      ...common,
    },
    run: async (options, [file], terminal) =>
      (await import('./data/backups.ts')).recover(options, file, terminal),
  }),
  command({
    name: 'doctor',
    summary: 'Say what is wrong with this installation or database, and what to do. Changes nothing.',
    positionals: [],
    options: { port: { ...PORT, default: '8642', help: 'The port that should be free.' }, ...withVault },
    run: async (options, _none, terminal) => (await import('./doctor/doctor.ts')).doctor(options, terminal),
  }),
];
