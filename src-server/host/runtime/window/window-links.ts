import type { CheckedOptions } from '../../../options.ts';
import { urlHost } from '../listening.ts';

/**
 * Returns what makes the address at which the window shows a problem of a preview, for pages that are hostile: it opens
 * the screen alone, and the person decides there. What follows `#` reaches no server.
 */
export function windowLinks(
  { gui, host, what }: Pick<CheckedOptions, 'gui' | 'host' | 'what'>,
  port: () => number,
): (preview: number, problem: number) => string | undefined {
  return (preview, problem) => {
    if (gui !== undefined) return `http://${urlHost(host)}:${port()}/#preview=${preview}&problem=${problem}`;
    return what === 'desktop app' ? `lectern://preview/${preview}/${problem}` : undefined;
  };
}
