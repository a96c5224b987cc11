/** The subject and the author of a commit; '' where nobody knows them. */
export type CommitText = { readonly commitSubject: string; readonly commitAuthor: string };

/** What is known of a commit before its checkout. */
export const NO_COMMIT_TEXT: CommitText = { commitSubject: '', commitAuthor: '' };

/** How much is kept of a subject or a name. */
export const MAX_COMMIT_TEXT = 255;
/** Control characters, and those that turn the direction of the text around them. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffd]+/gu;

/** Returns a text of a commit as one line that cannot disturb what is around it, cut where it is too long. */
export function cleanCommitText(text: string): string {
  const line = [...text.replaceAll(UNSAFE, ' ').trim()];
  return line.length > MAX_COMMIT_TEXT ? `${line.slice(0, MAX_COMMIT_TEXT - 1).join('')}…` : line.join('');
}
