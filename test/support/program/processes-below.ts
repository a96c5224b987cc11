import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Lists other processes whose working folder is below this one, left by a build. Linux only. */
export function processesBelow(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const cwd = readlinkSync(`/proc/${pid}/cwd`);
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return cwd.startsWith(folder) || command.includes(folder) ? [`${pid}: ${command}`] : [];
      } catch {
        return []; // It has ended.
      }
    });
}
