/** One line of the bench. */
export type Result = {
  readonly name: string;
  /** A ratio, or megabytes where the name says so. */
  readonly value: number;
  /** What was to be reached: `≥ 0.35`. */
  readonly bound: string;
  readonly ok: boolean;
  /** What was measured on both sides, with units. */
  readonly detail: string;
};

/** A line that is to be at least so much. */
export function atLeast(name: string, value: number, bound: number, detail: string): Result {
  return { name, value, bound: `≥ ${bound}`, ok: value >= bound, detail };
}

/** A line that is to be at most so much. */
export function atMost(name: string, value: number, bound: number, detail: string): Result {
  return { name, value, bound: `≤ ${bound}`, ok: value <= bound, detail };
}

/** The middle of an odd number of values; the mean of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * The results as a Markdown table. Rows of a former page that were not measured this time stay as they are, in their
 * places.
 */
export function table(results: readonly Result[], previous = ''): string {
  const rows = new Map(
    previous
      .split('\n')
      .filter((line) => /^\| .* \| (yes|\*\*no\*\*) \| /.test(line))
      .map((line) => [line.split(' | ', 1)[0]?.slice(2) ?? '', line]),
  );
  for (const { name, value, bound, ok, detail } of results) {
    rows.set(name, `| ${name} | ${value.toFixed(2)} | ${bound} | ${ok ? 'yes' : '**no**'} | ${detail} |`);
  }
  return [
    '| What | Measured | To reach | Reached | Both sides |',
    '| --- | ---: | --- | --- | --- |',
    ...rows.values(),
  ].join('\n');
}

/** docs/performance.md. */
export function performancePage(
  results: readonly Result[],
  machine: { cpus: number; model: string },
  previous: string,
): string {
  return `# Performance

Written by \`npm run bench\`, or by parts of it (\`npm run bench -- builds logs\`). Every line is a ratio measured within one run, so that it says something on any machine:
bare Express 5 (its ETag off) answering the same bytes with \`res.json\`, under the same load (wrk, 16 connections, one
thread), on the same ${machine.cpus} cores (${machine.model}). Rounds of both sides alternate; a line is the median of its rounds.
The store holds 10,000 projects and 100,000 builds of one project.

- **first time**: every request asks for an address that was never asked before, so nothing is answered from the
  answer cache; **repeated**: the same address again and again while the store stands.
- **page at offset 90,000**: a different place past the 90,000th build each time.
- **writes**: PATCH of a project with its journal entry, answered when durable, against the same two statements in
  one durable transaction of bare better-sqlite3 in a loop.
- **window**: the built window in headless Chromium (software rendering) against the headless host. Usable is: from
  spawn of the host to the first row, or to the choices of an empty project list.
- **builds**: the same site built with this machine's Sphinx, from the request to the finished build, against clone,
  checkout and \`sphinx-build\` by hand. Pages: all of that site's in turn. Search: from the request to the answer.
- **logs**: the build with its first 500 lines through the desk, and the Build screen until it shows the error at its end.
- **start**: from spawn to the first answer. **memory**: resident, after all the load above.

${table(results, previous)}
`;
}
