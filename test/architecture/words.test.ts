import { expect, test } from 'vitest';
import { textFiles } from './repository.ts';

/**
 * Private words that the field has plain ones for, and that have no ordinary use here: they stand in no name, comment
 * or text. CONTRIBUTING.md explains the few words of our own.
 */
const PRIVATE =
  /shelf|shelves|\bdeeds?\b|-deeds?\b|eventwish|deafen|tellDone|tellProblem|tellOf\b|watch-over|watchOver|nothing-here|nothingHere|not-there|notThere|\banew\b|upkeep|\bhither\b|\bthither\b|stand-in\b|standing-headers|root-readers|pruning-cues|comeForward|-ground\b|reachOf\b|public-catalog|redirect-trials|stray-processes|git-refusals|keep-indexed|announce-builds|ask-program|is called so|\bwhoever\b/i;

/** Where such a word may stand: here, and in what has been released or is fixed from outside. */
const EXEMPT =
  /^(package-lock\.json$|test\/architecture\/words\.test\.ts$|src-server\/store\/migrations\/|test\/store\/migrations\/earlier\/)/;

test('no private word is used in a name, a comment or a text', () => {
  const files = [...textFiles()].filter(([path]) => !EXEMPT.test(path));
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap(([path, source]) => [
    ...(PRIVATE.test(path) ? [path] : []),
    ...source
      .split('\n')
      .flatMap((line, at) => (PRIVATE.test(line) ? [`${path}:${at + 1}: ${PRIVATE.exec(line)?.[0]}`] : [])),
  ]);
  expect(found).toEqual([]);
});
