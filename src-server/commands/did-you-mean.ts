/** Returns ` Did you mean X?`, or '' when no name is similar. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const suggestion = nearest(typed, names);
  return suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
}

/** Returns the name most similar to what was typed; undefined when none is similar. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const lowerCased = typed.toLowerCase();
  const [best] = names
    .map((name) => ({ name, distance: name.startsWith(lowerCased) ? 1 : distance(lowerCased, name) }))
    .filter((each) => each.distance <= Math.max(1, Math.floor(each.name.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return best?.name;
}

/** Counts the letters to insert, remove, replace or swap with the next one. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const at = (line: readonly number[], index: number) => line[index] ?? 0;
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let least = Math.min(replaced, at(last, column) + 1, at(current, column - 1) + 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, at(beforeLast, column - 2) + 1);
      current.push(least);
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}
