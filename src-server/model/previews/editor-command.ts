/** Stand for the file and the line in the setting. */
const FILE = /FILE/g;
const LINE = /LINE/g;
const WORD = /"([^"]*)"|(\S+)/g;

export const NO_FILE_IN_EDITOR = 'Name the file by FILE, and the line by LINE: code -g FILE:LINE';
export const UNCLOSED_QUOTE = 'A quote is not closed.';
export const NO_EDITOR_PROGRAM = 'The command begins with the name of the editor.';

/** Returns what is wrong with a command that opens an editor, or undefined. */
export function editorCommandError(command: string): string | undefined {
  if (command.trim() === '') return undefined;
  if ((command.match(/"/g) ?? []).length % 2 === 1) return UNCLOSED_QUOTE;
  const [program = '', ...args] = splitCommand(command);
  if (program === '' || /FILE|LINE|^-/.test(program)) return NO_EDITOR_PROGRAM;
  return args.some((arg) => arg.includes('FILE')) ? undefined : NO_FILE_IN_EDITOR;
}

/**
 * Returns the program and the arguments of an editor, for a start without a shell: FILE and LINE are replaced after the
 * command was split, so that no file name adds an argument.
 */
export function editorArguments(command: string, file: string, line: number | null): readonly string[] {
  return splitCommand(command).map((word, index) =>
    index === 0 ? word : word.replace(LINE, String(line ?? 1)).replace(FILE, () => file),
  );
}

/** Splits at blanks outside double quotes. */
function splitCommand(command: string): readonly string[] {
  return [...command.matchAll(WORD)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
