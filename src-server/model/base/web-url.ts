const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const TOP_LABEL = '(?:\\p{L}{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])';
const NAME = `(?:${LABEL}\\.)+${TOP_LABEL}\\.?`;
const NUMBERS = '\\d{1,3}(?:\\.\\d{1,3}){3}|\\[[0-9a-f:.]+\\]';
const USER = '[^\\s:@/]+(?::[^\\s:@/]*)?@';
const ADDRESS = new RegExp(
  `^(?:https?|ftps?)://(?:${USER})?(?:${NAME}|localhost|${NUMBERS})(?::\\d{1,5})?(?:[/?#]\\S*)?$`,
  'iu',
);
/** Maximum length: longer than any URL column, and it bounds the work of the expression. */
const MAX_LENGTH = 2048;

/** Returns whether a browser could open this URL: http, https, ftp or ftps with a full host name (behaviour.md 7). */
export function isWebUrl(text: string): boolean {
  // The parser also rejects numbers above 255 in an IP address and ports above 65535.
  return text.length <= MAX_LENGTH && ADDRESS.test(text) && URL.canParse(text);
}
