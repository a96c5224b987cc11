import { WORKSPACE_COLORS } from '../../model/workspaces/workspace.ts';
import { type Command, command } from '../command-line.ts';
import { JSON_OUTPUT, KEYCHAIN } from '../common-options.ts';

const COLOR = {
  kind: 'text',
  value: 'COLOUR',
  choices: WORKSPACE_COLORS,
  help: 'Shown at the edge of the window; one that is free unless given.',
} as const;

/** Commands for workspaces. Their code is loaded when they run. */
export const WORKSPACE_COMMANDS: readonly Command[] = [
  command({
    name: 'workspace list',
    summary: 'List Home and the workspaces: data folders of their own, beside it.',
    positionals: [],
    options: { json: JSON_OUTPUT },
    run: async (options, _none, terminal) =>
      (await import('./workspaces.ts')).listWorkspaces(options, terminal),
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
      (await import('./workspaces.ts')).createWorkspace(options, name, terminal),
  }),
  command({
    name: 'workspace copy',
    summary: 'Copy a workspace, or Home, with its pages, tokens and variables, even while it is open.',
    positionals: [{ name: 'FROM' }, { name: 'NAME' }],
    options: { color: COLOR, keychain: KEYCHAIN, json: JSON_OUTPUT },
    run: async (options, names, terminal) =>
      (await import('./workspaces.ts')).copyWorkspace(options, names, terminal),
  }),
  command({
    name: 'workspace rename',
    summary: 'Give a workspace another name, even while it is open. Its folder stays where it is.',
    positionals: [{ name: 'FROM' }, { name: 'NAME' }],
    options: { keychain: KEYCHAIN, json: JSON_OUTPUT },
    run: async (options, names, terminal) =>
      (await import('./workspaces.ts')).renameWorkspace(options, names, terminal),
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
      (await import('./workspaces.ts')).removeWorkspace(options, name, terminal),
  }),
];
