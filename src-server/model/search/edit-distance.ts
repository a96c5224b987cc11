/**
 * Returns how many letters must be changed, added, left out or swapped with their neighbour to make one word of the
 * other; more than `most` is not counted on.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isSwapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [beforePrevious, previous] = [previous, current];
  }
  return previous[other.length] ?? most + 1;
}

/** Returns how many letters may be wrong in a word: none in short ones, which are near to too many others. */
export function toleratedErrors(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 6 ? 1 : 2;
}
