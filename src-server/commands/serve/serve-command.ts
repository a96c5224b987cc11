import { DIALECTS } from '../../model/base/dialect.ts';
import { BUILD_WITH } from '../../model/projects/project-keys.ts';
import { type Command, command } from '../command-line.ts';
import {
  ALLOW_BUILDS,
  DATA,
  DATA_OPTIONS,
  JSON_OUTPUT,
  KEYCHAIN,
  PORT,
  validateAlso,
  validateHostName,
  validateOrigin,
  validateUsername,
  WORKSPACE,
} from '../common-options.ts';

/** The command that prints a link to the window of a running server. */
export const LINK_COMMAND: Command = command({
  name: 'link',
  summary: 'Print a link that opens the window of the running server in a browser, once.',
  positionals: [],
  options: DATA_OPTIONS,
  run: async (options, _none, terminal) => (await import('./link.ts')).printLink(options, terminal),
});

/** The command that serves Lectern. Its code is loaded when it runs. */
export const SERVE_COMMAND: Command = command({
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
    'allow-builds': ALLOW_BUILDS,
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
    dialect: {
      kind: 'text',
      value: 'NAME',
      choices: DIALECTS,
      help: "How /api/v3/ is answered. 2020: as its specification says; current: as today's service does. By default as the settings say, which say 2020 at first.",
    },
    also: {
      kind: 'text',
      value: 'NAME:PORT',
      validate: validateAlso,
      help: 'Answer the API on another port too, in this dialect: current:8643. It has neither the window nor built pages.',
    },
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
    'build-with': {
      kind: 'text',
      value: 'TOOLS',
      choices: BUILD_WITH,
      help: 'What all projects build with, whatever their settings say. installed: the tools of this computer; fresh: a virtualenv for each build.',
    },
    'accept-unsigned-webhooks': {
      kind: 'flag',
      help: 'Take events without a secret, as the service of 2020 did, for tests of clients; never those of pull requests.',
    },
    'no-builds': { kind: 'flag', help: 'Do not run builds or read repositories.' },
    control: {
      kind: 'flag',
      help: 'Accept control requests of test suites: reset, snapshots, clock. Needs --memory, --workspace, or --data that is not the folder of the desktop app.',
    },
    gui: { kind: 'flag', help: 'Serve the window to a browser too; prints a one-time link.' },
    'end-with-stdin': {
      kind: 'flag',
      help: 'Stop when standard input ends, so that it ends with the program that started it.',
    },
    quiet: { kind: 'flag', help: 'Print no text at the start; warnings and errors still appear.' },
  },
  run: async (options, _none, terminal) => (await import('./serve.ts')).serve(options, terminal),
});
