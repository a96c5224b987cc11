/** The beginning of a page in which its head is looked for, in bytes. */
const BEGINNING = 65_536;
/** Comments, which may hold a tag, the doctype, and the first tags. */
const HEAD = /^(?:\s|<!--[\s\S]*?-->|<!doctype[^>]*>|<\?[^>]*\?>|<html\b[^>]*>)*<head\b[^>]*>/i;
const BEFORE_HEAD = /^(?:\s|<!--[\s\S]*?-->|<!doctype[^>]*>|<\?[^>]*\?>|<html\b[^>]*>)*/i;

/**
 * Adds the script of a preview to a page as the first thing in its head, so that it runs before a policy that the page
 * sets in a meta element. The revision tells the script whether the page is out of date.
 */
export function addScript(page: Buffer, revision: number): Buffer {
  const byteOrderMark = page[0] === 0xef && page[1] === 0xbb && page[2] === 0xbf ? 3 : 0;
  // Tags are ASCII, and latin1 keeps one character a byte.
  const beginning = page.toString('latin1', byteOrderMark, BEGINNING);
  const match = HEAD.exec(beginning) ?? BEFORE_HEAD.exec(beginning);
  const at = byteOrderMark + (match?.[0].length ?? 0);
  const tag = `<script src="/_/preview/script.js" data-revision="${revision}"></script>`;
  return Buffer.concat([page.subarray(0, at), Buffer.from(tag), page.subarray(at)]);
}
