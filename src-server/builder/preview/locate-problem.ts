import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PreviewProblem } from '../../model/previews/preview.ts';

/** What a message quotes beside the file: a link, a title. */
const QUOTED = /'([^']+)'/g;
const MAX_LENGTH = 1_000_000;

/** Finds the line of a problem whose builder names the file and quotes a text of it, as MkDocs does of links. */
export async function locateProblem(problem: PreviewProblem, folder: string): Promise<PreviewProblem> {
  const { file, line, message } = problem;
  if (file === null || line !== null) return problem;
  const quoted = [...message.matchAll(QUOTED)].map(([, text = '']) => text);
  const wanted = quoted.filter((text) => text.length > 1 && !file.endsWith(text));
  if (wanted.length === 0) return problem;
  const text = (await readFile(join(folder, file), 'utf8').catch(() => '')).slice(0, MAX_LENGTH);
  const at = text.split('\n').findIndex((each) => wanted.some((part) => each.includes(part)));
  return at === -1 ? problem : { ...problem, line: at + 1 };
}
