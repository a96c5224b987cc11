import { readFileSync } from 'node:fs';

/** A line of a page that people type. */
export type DocumentedLine = {
  /** As the page has it. */
  readonly text: string;
  /** What follows `lectern --`, in words. */
  readonly args: readonly string[];
  /** The name of the variable whose content is typed; undefined when nothing is. */
  readonly typed: string | undefined;
  /** The file that gets the output; undefined when it is shown. */
  readonly file: string | undefined;
  readonly exitCode: number;
};

const LINE =
  /^(?:echo "\$(?<typed>\w+)" \| )?npm run (?:-s )?lectern -- (?<args>[^>#|]+?)(?: > (?<file>\S+))?(?: +# (?:exit code (?<code>\d+)|.*))?$/;

/**
 * Returns the lines of the shell examples of a page, or of one section of it, in order.
 * @throws Error for one that is no call of lectern
 */
export function documentedLines(page: string, section = ''): DocumentedLine[] {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
  const start = text.indexOf(section);
  const end = section === '' ? text.length : text.indexOf('\n## ', start);
  const blocks = [...text.slice(start, end).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
    ([, block = '']) => block,
  );
  return blocks.flatMap((block) => block.trim().split('\n')).map(parseLine);
}

function parseLine(text: string): DocumentedLine {
  const { typed, args, file, code } = LINE.exec(text)?.groups ?? {};
  if (args === undefined) throw new Error(`The page has a line that no test can run: ${text}`);
  return { text, args: args.split(' '), typed, file, exitCode: Number(code ?? 0) };
}
