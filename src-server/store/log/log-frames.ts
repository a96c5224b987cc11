// The write-ahead log as https://www.sqlite.org/fileformat2.html#the_write_ahead_log describes it.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SMALLEST_PAGE = 512;
const LARGEST_PAGE = 65_536;
/** The last bit says in which byte order checksums read the log. */
const MAGIC = 0x377f0682;
const NATIVE_ORDER = endianness() === 'BE' ? 1 : 0;

type Checksum = readonly [number, number];

/** One frame: a page as a transaction left it. */
export type LogFrame = {
  /** Its place in the file, in bytes. */
  readonly at: number;
  /** Changes whenever SQLite begins the log again; frames of an earlier run remain behind the current ones. */
  readonly salt: string;
  /** Whether it is the last of a transaction. */
  readonly commits: boolean;
  /** Whether its checksum follows from the one that is stored in the frame before. */
  readonly follows: boolean;
};

/** The content of a log. */
export type LogFrames = {
  /** The salt in the header; undefined when the header is damaged. */
  readonly salt: string | undefined;
  readonly frames: readonly LogFrame[];
};

/**
 * Reads every frame of a log, also behind a bad one, which is where SQLite stops. Never while this process has the
 * database open.
 * @param database the file whose page size is used when the header of the log is damaged
 */
export function readLogFrames(log: string, database: string): LogFrames {
  const descriptor = openSync(log, 'r');
  try {
    return readFrames(descriptor, fstatSync(descriptor).size, database);
  } finally {
    closeSync(descriptor);
  }
}

function readFrames(descriptor: number, size: number, database: string): LogFrames {
  const header = readAt(descriptor, 0, HEADER_BYTES);
  if (size < HEADER_BYTES + FRAME_HEADER_BYTES + SMALLEST_PAGE) return { salt: undefined, frames: [] };
  const magic = header.readUInt32BE(0);
  const order = magic >>> 1 === MAGIC >>> 1 ? magic & 1 : NATIVE_ORDER;
  let previous = storedChecksum(header, 24);
  const isSound =
    magic >>> 1 === MAGIC >>> 1 && isEqual(addTo([0, 0], header.subarray(0, 24), order), previous);
  const pageSize = isSound ? header.readUInt32BE(8) : pageSizeOf(database);
  const frames: LogFrame[] = [];
  if (pageSize < SMALLEST_PAGE || pageSize > LARGEST_PAGE) return { salt: undefined, frames };
  const step = FRAME_HEADER_BYTES + pageSize;
  for (let at = HEADER_BYTES; at + step <= size; at += step) {
    const bytes = readAt(descriptor, at, step);
    const stored = storedChecksum(bytes, 16);
    const checksum = addTo(
      addTo(previous, bytes.subarray(0, 8), order),
      bytes.subarray(FRAME_HEADER_BYTES),
      order,
    );
    frames.push({
      at,
      salt: bytes.toString('hex', 8, 16),
      commits: bytes.readUInt32BE(4) !== 0,
      follows: isEqual(checksum, stored) && bytes.readUInt32BE(0) !== 0,
    });
    previous = stored;
  }
  return { salt: isSound ? header.toString('hex', 16, 24) : undefined, frames };
}

/** Adds bytes to a checksum, as pairs of 32-bit words. */
function addTo([first, second]: Checksum, bytes: Buffer, order: number): Checksum {
  // A copy, since words have to be aligned.
  const copy = Buffer.from(new Uint8Array(bytes).buffer);
  if (order !== NATIVE_ORDER) copy.swap32();
  const words = new Uint32Array(copy.buffer, copy.byteOffset, copy.length / 4);
  let one = first;
  let two = second;
  for (let index = 0; index < words.length; index += 2) {
    one = (one + (words[index] ?? 0) + two) >>> 0;
    two = (two + (words[index + 1] ?? 0) + one) >>> 0;
  }
  return [one, two];
}

function storedChecksum(bytes: Buffer, at: number): Checksum {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
}

function isEqual(a: Checksum, b: Checksum): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function pageSizeOf(database: string): number {
  const descriptor = openSync(database, 'r');
  try {
    const size = readAt(descriptor, 16, 2).readUInt16BE(0);
    return size === 1 ? LARGEST_PAGE : size;
  } finally {
    closeSync(descriptor);
  }
}

function readAt(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(descriptor, bytes, 0, length, at);
  return bytes;
}
