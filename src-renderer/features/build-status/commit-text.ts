import type { CommitText } from '../../../src-server/model/builds/commit-text.ts';

/** Says what a commit is about and who made it: `Fix the times of neap tides, by Mira`. Empty where nobody knows. */
export function commitText({ commitSubject, commitAuthor }: CommitText): string {
  const by = commitAuthor === '' ? '' : `by ${commitAuthor}`;
  return [commitSubject, by].filter(Boolean).join(', ');
}
