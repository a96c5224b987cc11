/** Writes compact JSON with keys sorted by code point at every depth, without undefined members. */
export function sortedJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  return sortedObject(value, sortedJson);
}

/** Writes one object with sorted keys; `write` writes its members. */
export function sortedObject(value: object, write: (member: unknown) => string): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`);
  return `{${members.join(',')}}`;
}

/** Compares by UTF-8 bytes. UTF-16 order differs only between surrogates and the code points above them. */
function compareCodePoints(a: string, b: string): number {
  let index = 0;
  while (index < a.length && index < b.length && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  return (a.codePointAt(index) ?? -1) - (b.codePointAt(index) ?? -1);
}
