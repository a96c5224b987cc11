/** Finds any of many texts in one pass (Aho and Corasick): its time depends on what is read, not on the texts. */
export type TextFinder = {
  /** Returns the state after a character of code `code`; the state before the first one is 0. */
  readonly next: (state: number, code: number) => number;
  /** Returns how many of the characters read so far may belong to a text that has begun. */
  readonly begun: (state: number) => number;
  /** Returns the length of the longest text that ends here; 0 for none. */
  readonly found: (state: number) => number;
};

/** Creates a finder of these texts, none of which is empty. */
export function textFinder(texts: readonly string[]): TextFinder {
  const tree = createTree(texts);
  const { depth, longest, child } = tree;
  const shorter = linkShorter(tree);
  return {
    next(state, code) {
      for (let at = state; ; at = shorter[at] ?? 0) {
        const found = child(at, code);
        if (found !== 0 || at === 0) return found;
      }
    },
    begun: (state) => depth[state] ?? 0,
    found: (state) => longest[state] ?? 0,
  };
}

type Tree = ReturnType<typeof createTree>;

/** Makes the tree of all beginnings of the texts; a state is a beginning, and 0 is the empty one. */
function createTree(texts: readonly string[]) {
  const max = texts.reduce((sum, { length }) => sum + length, 1);
  const depth = new Int32Array(max);
  const longest = new Int32Array(max);
  const parent = new Int32Array(max);
  const lastCode = new Uint16Array(max);
  // Most states have one child; the others are in the map, which would be slow for all of them.
  const onlyChild = new Int32Array(max);
  const children = new Map<number, number>();
  let count = 1;

  function child(state: number, code: number): number {
    const first = onlyChild[state] ?? 0;
    if (first === 0 || lastCode[first] === code) return first;
    return children.size === 0 ? 0 : (children.get(state * 0x10000 + code) ?? 0);
  }

  function addChild(state: number, code: number): number {
    const made = count;
    count += 1;
    depth[made] = (depth[state] ?? 0) + 1;
    parent[made] = state;
    lastCode[made] = code;
    if (onlyChild[state] === 0) onlyChild[state] = made;
    else children.set(state * 0x10000 + code, made);
    return made;
  }

  for (const text of texts) {
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      state = child(state, code) || addChild(state, code);
    }
    longest[state] = text.length;
  }
  return { count, depth, longest, parent, lastCode, child };
}

/** Links each state to the longest beginning that ends it, and lets it find what that one finds. */
function linkShorter({ count, depth, longest, parent, lastCode, child }: Tree): Int32Array {
  const shorter = new Int32Array(count);
  const byDepth = Int32Array.from({ length: count }, (_, state) => state);
  byDepth.sort((a, b) => (depth[a] ?? 0) - (depth[b] ?? 0));
  for (const state of byDepth) {
    const above = parent[state] ?? 0;
    if (above === 0) continue;
    const code = lastCode[state] ?? 0;
    let at = shorter[above] ?? 0;
    while (at !== 0 && child(at, code) === 0) at = shorter[at] ?? 0;
    const link = child(at, code);
    shorter[state] = link;
    if (longest[state] === 0) longest[state] = longest[link] ?? 0;
  }
  return shorter;
}
