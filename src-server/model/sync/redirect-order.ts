/** Returns whether two orders are the same over the keys that both have. */
export function sameOrder(one: readonly number[], other: readonly number[]): boolean {
  const [inOne, inOther] = [new Set(one), new Set(other)];
  const left = one.filter((key) => inOther.has(key));
  const right = other.filter((key) => inOne.has(key));
  return left.length === right.length && left.every((key, index) => key === right[index]);
}
