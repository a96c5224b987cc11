/** One line of the benchmark. */
export type Result = {
  readonly name: string;
  /** A ratio, or megabytes or seconds if the name says so. */
  readonly value: number;
  /** The required bound: `≥ 0.35`. */
  readonly bound: string;
  readonly ok: boolean;
  /** The measurements of both sides, with units. */
  readonly detail: string;
};

/** Creates a line with a lower bound. */
export function atLeast(name: string, value: number, bound: number, detail: string): Result {
  return { name, value, bound: `≥ ${bound}`, ok: value >= bound, detail };
}

/** Creates a line with an upper bound. */
export function atMost(name: string, value: number, bound: number, detail: string): Result {
  return { name, value, bound: `≤ ${bound}`, ok: value <= bound, detail };
}

/** Returns the median; the mean of the two middle values for an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * Returns the results as a Markdown table. Keeps the rows of the previous page that were not measured this time, in
 * their positions.
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

/** Returns the text of docs/performance.md. */
export function performancePage(
  results: readonly Result[],
  machine: { cpus: number; model: string },
  previous: string,
): string {
  return `# Performance

Written by \`npm run bench\`, or by parts of it (\`npm run bench -- builds logs\`). Every line is a ratio measured within one
run, so that it is comparable between computers. The baseline is bare Express 5 (without ETags), which sends the same
bytes with \`res.json\` under the same load (wrk, 16 connections, one thread), on the same ${machine.cpus} cores (${machine.model}). Rounds of both sides alternate; a line is the median of its rounds.
The store holds 10,000 projects and 100,000 builds of one project.

- **first time**: every request has a new URL, so no response comes from the cache; **repeated**: every request has the
  same URL while the store does not change.
- **page at offset 90,000**: a different offset past the 90,000th build each time.
- **writes**: PATCH of a project with its journal entry, acknowledged when durable, against the same two
  statements in one durable transaction of bare better-sqlite3 in a loop.
- **window**: the built window in headless Chromium (software rendering) against the headless host. Usable: from
  spawn of the host to the first row, or to the start page of an empty project list.
- **latencies**: from the key or the click to the frame after the one that shows the result, the pause that a field waits
  for the next key included; over 10,000 projects, one of which has 3,000 versions, 100,000 builds and 500 redirects.
- **builds**: the same site built with this computer's Sphinx, from the request to the finished build, against clone,
  checkout and \`sphinx-build\` without Lectern. Pages: all pages of that site in turn.
- **search**: ten thousand pages of guides and of described functions, from request to response; the index beside its HTML.
- **logs**: the build with its first 500 lines through the desk, and the Build screen until it shows the error at its end.
- **requests**: the log on against off, under the same load; frames of a full log of 50,000 rows in the same window. A page
  and a filter: from the question to the rows. **workspace switch**: from the click to the other workspace's rows.
- **resets**: from the request to the answer. **startLectern**: in memory, with a seed file, from the call to a server that
  answers. **50 tests of a client**: \`node --test\` of docs/examples/client-tests, start and end included.
- **sync**: a full pull from a second Lectern in the dialect of today, by a process of its own. Applying: one transaction
  a project, from the answers that were read to the commit. Memory: the most that the process had. Outgoing: the first
  page, with every linked project changed; in the window from the click to the first row. Frames: while 10,000 projects
  are pulled in the same window.
- **start**: from spawn to the first response; **after kill -9**: with 200 changes in the write-ahead log, as a
  ratio and, since it has to be up again in 3 s whatever the baseline, in seconds; **stop**: from
  SIGTERM to the end. **memory**: resident set, after all the load above.

${table(results, previous)}
`;
}
