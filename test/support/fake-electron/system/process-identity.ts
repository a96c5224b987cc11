import { readFileSync } from 'node:fs';

/** What tells a process apart from a later one with the same number: its number and when it began. */
export function identityOf(pid: number): string {
  return `${pid} ${fieldsOf(pid)?.[19] ?? ''}`.trim();
}

/** Whether the process lives; one that has ended and was not fetched by its parent does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !/^[ZX]$/.test(fieldsOf(pid)?.[0] ?? '');
}

/** The fields of /proc/PID/stat after the name, which may hold anything; undefined where there is no such file. */
function fieldsOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
