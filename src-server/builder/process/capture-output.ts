import { StringDecoder } from 'node:string_decoder';
import { startGroup } from './process-group.ts';

export type CaptureOptions = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stop: AbortSignal;
  /** Keeps the program apart from the rest of this machine. */
  readonly isolate?: (argv: readonly string[]) => readonly string[];
  /** In milliseconds; default: 15 s. */
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 15_000;
const MAX_CHARACTERS = 64 * 1024;

/** Returns both outputs of a program without logging it; undefined when it fails or takes too long. */
export async function captureOutput(
  argv: readonly string[],
  options: CaptureOptions,
): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const stop = AbortSignal.any([options.stop, timeout]);
  if (stop.aborted) return undefined;
  try {
    const group = startGroup(options.isolate?.(argv) ?? argv, options);
    const decoder = new StringDecoder('utf8');
    let output = '';
    for (const stream of group.output) {
      stream.on('data', (chunk: Buffer) => {
        if (output.length < MAX_CHARACTERS) output += decoder.write(chunk);
      });
    }
    stop.addEventListener('abort', group.stop, { once: true });
    const exitCode = await group.exited.finally(() => stop.removeEventListener('abort', group.stop));
    return exitCode === 0 ? output.trim() : undefined;
  } catch {
    return undefined;
  }
}
