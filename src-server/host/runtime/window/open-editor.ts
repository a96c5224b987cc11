import { spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { Conflict, NotFound } from '../../../model/base/problems.ts';
import { editorArguments } from '../../../model/previews/editor-command.ts';

/** A file of a previewed folder. */
export type EditorTarget = {
  readonly folder: string;
  /** Relative, with `/`. */
  readonly file: string;
  readonly line: number | null;
};

const OUR_VARIABLES = /^(?:LECTERN_|NODE_|ELECTRON_|npm_)/i;

/**
 * Starts the person's editor at a place of a file, without a shell, and leaves it to itself.
 * @throws NotFound for a file that is gone or leads out of the folder @throws Conflict when the editor cannot be started
 */
export async function openEditor(command: string, { folder, file, line }: EditorTarget): Promise<void> {
  const path = await realpath(join(folder, file)).catch(() => undefined);
  if (path === undefined || !path.startsWith(folder + sep))
    throw new NotFound(`${file} is not in the folder any more.`);
  const [program = '', ...args] = editorArguments(command, path, line);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OUR_VARIABLES.test(name)));
  const editor = spawn(program, args, { cwd: homedir(), env, stdio: 'ignore', detached: true });
  await new Promise<void>((resolve, reject) => {
    editor.once('spawn', resolve);
    editor.once('error', () =>
      reject(new Conflict(`${program} could not be started. Change the editor in Settings, Builds.`)),
    );
  });
  editor.unref();
}
