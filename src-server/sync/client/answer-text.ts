const MAX_LENGTH = 400;
const MAX_DEPTH = 4;

/**
 * Returns what a refusal of the service says, as one line of plain text; null when it says nothing. It may name fields,
 * be a bare list or an object with `detail`. Whatever it repeats of the token is left out.
 */
export function refusalText(json: unknown, token: string): string | null {
  const text = collect(json, MAX_DEPTH)
    .join(' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the other side may send any text
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? null : shorten(withoutToken(text, token));
}

/** Removes a token from a text that came from the other side. */
export function withoutToken(text: string, token: string): string {
  return text.replaceAll(token, '…').replaceAll(encodeURIComponent(token), '…');
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).toWellFormed()}…` : text;
}

function collect(json: unknown, depth: number, field = ''): readonly string[] {
  if (typeof json === 'string') return [field === '' ? json : `${field}: ${json}`];
  if (typeof json !== 'object' || json === null || depth === 0) return [];
  if (Array.isArray(json)) return json.slice(0, 20).flatMap((item) => collect(item, depth - 1, field));
  return Object.entries(json)
    .slice(0, 20)
    .flatMap(([name, value]) => collect(value, depth - 1, isUnnamed(name) ? field : name));
}

function isUnnamed(name: string): boolean {
  return name === 'detail' || name === 'non_field_errors';
}
