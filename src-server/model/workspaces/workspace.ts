import { z } from 'zod';
import { Invalid } from '../base/problems.ts';

/** Colours that tell workspaces apart at the window's edge. */
export const WORKSPACE_COLORS = [
  'teal',
  'green',
  'amber',
  'orange',
  'red',
  'violet',
  'blue',
  'slate',
] as const;
export type WorkspaceColor = (typeof WORKSPACE_COLORS)[number];

/** A data folder that can be opened by name. Home is the data folder of the application. */
export type Workspace = {
  /** Its folder's name; `home` for Home. */
  readonly id: string;
  readonly name: string;
  /** Null for Home, which has none. */
  readonly color: WorkspaceColor | null;
  readonly isHome: boolean;
  /** Absolute path of its data folder. */
  readonly folder: string;
};

/** Names Home, in addresses and in the window. */
export const HOME_ID = 'home';
export const HOME_NAME = 'Home';

const MAX_NAME_LENGTH = 40;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._-]*$/u;
const NAME_RULE = `Use up to ${MAX_NAME_LENGTH} letters, digits, spaces, dots, hyphens and underscores, beginning with a letter or digit.`;

/** Name of a workspace: free text, since it also names what people teach. */
export const WorkspaceName = z
  .string({ error: 'Name the workspace.' })
  .trim()
  .min(1, 'Name the workspace.')
  .max(MAX_NAME_LENGTH, NAME_RULE)
  .regex(NAME, NAME_RULE)
  .refine((name) => !isHomeName(name), `“${HOME_NAME}” is the name of your own data. Choose another.`)
  .transform((name) => name.normalize('NFC').replace(/ +/g, ' '));

const Color = z.enum(WORKSPACE_COLORS, { error: `Choose one of ${WORKSPACE_COLORS.join(', ')}.` });

/** What a new workspace is made from; without a colour it gets one that is free. */
export const NewWorkspace = z.strictObject({ name: WorkspaceName, color: Color.optional() });
export type NewWorkspace = z.output<typeof NewWorkspace>;

/** What can be changed of a workspace. */
export const WorkspaceChange = z.strictObject({ name: WorkspaceName.optional(), color: Color.optional() });
export type WorkspaceChange = z.output<typeof WorkspaceChange>;

/** Answers whether a text names Home. */
export function isHomeName(text: string): boolean {
  return text.trim().toLowerCase() === HOME_ID;
}

/** Answers whether two names would be taken for one another. */
export function isSameName(a: string, b: string): boolean {
  return comparable(a) === comparable(b);
}

/** Makes the name of a folder that is valid on every system. */
export function folderNameOf(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  return ascii === '' ? 'workspace' : ascii;
}

/** Returns the first colour that no workspace has, or the one that the fewest have. */
export function freeColor(used: readonly (WorkspaceColor | null)[]): WorkspaceColor {
  const count = (color: WorkspaceColor) => used.filter((each) => each === color).length;
  return WORKSPACE_COLORS.reduce((best, color) => (count(color) < count(best) ? color : best));
}

/** Refuses a name that another workspace has. */
export function workspaceNameTaken(name: string): Invalid {
  return new Invalid({ name: [`There is a workspace “${name}” already. Choose another name.`] });
}

function comparable(name: string): string {
  return name.trim().normalize('NFC').replace(/ +/g, ' ').toLowerCase();
}
