/** The last work of each line; empty when nobody waits. */
export type Turns<Line> = Map<Line, Promise<unknown>>;

/** Runs the work once all earlier work of the same line has ended, well or not. Gives what the work gives. */
export function inTurn<Line, Result>(
  turns: Turns<Line>,
  line: Line,
  work: () => Promise<Result>,
): Promise<Result> {
  const result = (turns.get(line) ?? Promise.resolve()).then(work);
  const ended = result
    .catch(() => undefined)
    .then(() => {
      if (turns.get(line) === ended) turns.delete(line);
    });
  turns.set(line, ended);
  return result;
}
