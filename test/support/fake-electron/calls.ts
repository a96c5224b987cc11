/** A call that has no effect here but that a test may want to see. */
export type Call = { readonly what: string; readonly args: readonly unknown[] };

/** Every recorded call, oldest first: `electronApp.evaluate(({ fakeElectron }) => fakeElectron.calls)`. */
export const calls: Call[] = [];

/** Keeps a call for tests to look at. */
export function record(what: string, ...args: readonly unknown[]): void {
  calls.push({ what, args });
}
