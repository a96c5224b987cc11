/** How a change came in, as the end of a sentence: `mira changed this through the API`. */
const PHRASES: Readonly<Record<string, string>> = {
  api: 'through the API',
  webhook: 'by a webhook',
  desk: 'in the window',
  command: 'on the command line',
  control: 'by control',
  runner: '',
  start: 'at startup',
  sync: '',
};

/** Says how a change came in, as the end of a sentence; empty for what Lectern itself did. */
export function formatEntryPoint(entryPoint: string): string {
  return PHRASES[entryPoint] ?? '';
}
