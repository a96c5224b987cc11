import type { Preview } from './preview.ts';

const MAX_LINES = 10;
/** Longer ones are cut. */
const MAX_LINE = 300;

/** Returns the end of the output of a failed build that names no file; '' for any other one. */
export function lastLines({ state, problems }: Pick<Preview, 'state' | 'problems'>, output: string): string {
  if (state !== 'failed' || problems.some(({ file }) => file !== null)) return '';
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines
    .slice(-MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE).trimEnd())
    .join('\n');
}
