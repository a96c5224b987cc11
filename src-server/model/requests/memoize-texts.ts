const MAX_ENTRIES = 200;
/** Longer keys would make the memory large, and come again less often. */
const MAX_KEY_LENGTH = 20_000;

/** Memoizes a pure function of one text: clients send and get the same headers and bodies again and again. */
export function memoizeTexts<Result>(make: (text: string, more: string) => Result): typeof make {
  const known = new Map<string, Result>();
  return (text, more) => {
    if (text.length > MAX_KEY_LENGTH) return make(text, more);
    const key = `${more}\n${text}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(text, more);
    if (known.size >= MAX_ENTRIES) known.clear();
    known.set(key, made);
    return made;
  };
}
