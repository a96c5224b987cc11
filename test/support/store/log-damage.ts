import { closeSync, copyFileSync, openSync, readSync, writeSync } from 'node:fs';
import { dataFolderPaths } from '../../../src-server/store/file/data-folder.ts';
import { readLogFrames } from '../../../src-server/store/log/log-frames.ts';

/** Bytes of a frame's header and page. */
export const FRAME = 24 + 4096;

/** Flips one bit of a file in place. */
export function flipBit(file: string, at: number, bit = 0): void {
  const descriptor = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, at);
  byte.writeUInt8(byte.readUInt8(0) ^ (1 << bit));
  writeSync(descriptor, byte, 0, 1, at);
  closeSync(descriptor);
}

/** Copies the database with its log, as a power cut would leave them, while another process may have them open. */
export function copyCrashed(from: string, to: string): void {
  const [source, target] = [dataFolderPaths(from).database, dataFolderPaths(to).database];
  for (const end of ['', '-wal']) copyFileSync(source + end, target + end);
}

/** Returns the places of the current frames of each transaction in the log. */
export function transactionsIn(database: string): number[][] {
  const { frames, salt } = readLogFrames(`${database}-wal`, database);
  const found: number[][] = [[]];
  for (const frame of frames) {
    if (frame.salt !== salt || !frame.follows) break;
    found.at(-1)?.push(frame.at);
    if (frame.commits) found.push([]);
  }
  return found.slice(0, -1);
}
