import { type Command, command } from '../command-line.ts';
import { DATA_OPTIONS, TOKEN_ID, USER, USERNAME, validateTokenName } from '../common-options.ts';

/** Commands for users and their tokens. Their code is loaded when they run. */
export const PEOPLE_COMMANDS: readonly Command[] = [
  command({
    name: 'user add',
    summary: 'Add a user.',
    positionals: [USERNAME],
    options: DATA_OPTIONS,
    run: async (options, [name = ''], terminal) =>
      (await import('./users.ts')).addUser(options, name, terminal),
  }),
  command({
    name: 'user me',
    summary: 'Say which user is the person at this computer; a new name is added.',
    details: [
      'The window asks for it at its first start. Without one, the only user counts as that person. Commands that go',
      'through a running Lectern are for that person alone, and projects that sync brings belong to them.',
    ],
    positionals: [USERNAME],
    options: DATA_OPTIONS,
    run: async (options, [name = ''], terminal) =>
      (await import('./users.ts')).setLocalUser(options, name, terminal),
  }),
  command({
    name: 'user list',
    summary: 'List the users.',
    positionals: [],
    options: DATA_OPTIONS,
    run: async (options, _none, terminal) => (await import('./users.ts')).listUsers(options, terminal),
  }),
  command({
    name: 'user deactivate',
    summary: "Deactivate a user's tokens; nothing is removed.",
    positionals: [USERNAME],
    options: DATA_OPTIONS,
    run: async (options, [name = ''], terminal) =>
      (await import('./users.ts')).setUserActive(options, name, false, terminal),
  }),
  command({
    name: 'user activate',
    summary: "Activate a user's tokens again.",
    positionals: [USERNAME],
    options: DATA_OPTIONS,
    run: async (options, [name = ''], terminal) =>
      (await import('./users.ts')).setUserActive(options, name, true, terminal),
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
      ...DATA_OPTIONS,
    },
    run: async (options, [user = ''], terminal) =>
      (await import('./tokens.ts')).createToken(options, user, terminal),
  }),
  command({
    name: 'token list',
    summary: "List a user's tokens, without their text.",
    positionals: [USER],
    options: DATA_OPTIONS,
    run: async (options, [user = ''], terminal) =>
      (await import('./tokens.ts')).listTokens(options, user, terminal),
  }),
  command({
    name: 'token show',
    summary: 'Print a token again, from the keychain or the private file.',
    positionals: [TOKEN_ID],
    options: DATA_OPTIONS,
    run: async (options, [id], terminal) =>
      (await import('./tokens.ts')).showToken(options, Number(id), terminal),
  }),
  command({
    name: 'token revoke',
    summary: 'Revoke a token.',
    positionals: [TOKEN_ID],
    options: DATA_OPTIONS,
    run: async (options, [id], terminal) =>
      (await import('./tokens.ts')).revokeToken(options, Number(id), terminal),
  }),
];
