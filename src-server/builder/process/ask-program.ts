import { StringDecoder } from 'node:string_decoder';
import { startGroup } from './process-group.ts';

export type Surroundings = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stop: AbortSignal;
};

/** So long a program may think about a small question, in milliseconds. */
const PATIENCE_MS = 15_000;
const MOST = 64 * 1024;

/** What a program answers, both outputs in one; undefined when it fails or does not end. It stands in no log. */
export async function askProgram(argv: readonly string[], around: Surroundings): Promise<string | undefined> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const stop = AbortSignal.any([around.stop, patience]);
  if (stop.aborted) return undefined;
  try {
    const group = startGroup(argv, around);
    const decoder = new StringDecoder('utf8');
    let said = '';
    for (const stream of group.output) {
      stream.on('data', (chunk: Buffer) => {
        if (said.length < MOST) said += decoder.write(chunk);
      });
    }
    stop.addEventListener('abort', group.stop, { once: true });
    const exitCode = await group.ended.finally(() => stop.removeEventListener('abort', group.stop));
    return exitCode === 0 ? said.trim() : undefined;
  } catch {
    return undefined;
  }
}
