import type { Entry, ZipFile } from 'yauzl';
import { fromBuffer } from 'yauzl';
import type { KitFinding } from '../../model/kits/kit.ts';
import { createFileIntake, IGNORED_NAMES, type ReadFiles } from './kit-limits.ts';

/** A file above this size may not shrink to less than a `MAX_RATIO`th: text of that kind is made to fill a disk. */
const RATIO_BYTES = 1024 * 1024;
const MAX_RATIO = 200;
const FILE_TYPE = 0o170000;
const [FOLDER, PLAIN_FILE] = [0o040000, 0o100000];
const UNIX = 3;
const BOMB = 'The file is packed too tightly to be text. The kit was not read further.';

/** How every zip begins: PK. */
const SIGNATURE = [0x50, 0x4b];

/**
 * Reads a kit from a zip, within limits: nothing is written, no link and no path out is taken. `name` is of its file, for
 * findings about the whole. With `isUnreadable`, what is missing in it says nothing more.
 */
export async function readKitZip(bytes: Uint8Array, name = 'The zip'): Promise<ReadFiles> {
  const intake = createFileIntake();
  if (!SIGNATURE.every((byte, index) => bytes[index] === byte)) {
    intake.refuse(name, 'This is no zip file. A kit is a folder with a kit.yaml, or that folder as a zip.');
    return { ...intake.result(), isUnreadable: true };
  }
  let isUnreadable = false;
  try {
    const zip = await openZip(bytes);
    for (;;) {
      const entry = await nextEntry(zip);
      if (!entry || !(await readEntry(zip, entry, intake))) break;
    }
  } catch (error) {
    isUnreadable = true;
    const message = error instanceof Error ? error.message : 'it cannot be read';
    intake.refuse(name, refusalOf(message));
  }
  return { ...withoutOuterFolder(intake.result()), isUnreadable };
}

/** Says why a zip was refused, in place of the library's text for a file that is cut off. */
function refusalOf(message: string): string {
  if (/end of central directory|truncated|unexpected eof|unexpected end/i.test(message))
    return 'The zip file was refused: it is damaged or cut off. Copy or pack it again.';
  return `The zip file was refused: ${message.replace(/\.+$/, '')}.`;
}

function openZip(bytes: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // The library refuses paths with "..", absolute ones and backslashes by itself (decodeStrings).
    fromBuffer(
      buffer,
      { lazyEntries: true, strictFileNames: true, validateEntrySizes: true },
      (error, zip) => {
        if (error) reject(error);
        else resolve(zip);
      },
    );
  });
}

function nextEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    zip.removeAllListeners();
    zip.once('entry', resolve);
    zip.once('end', () => resolve(undefined));
    zip.once('error', reject);
    zip.readEntry();
  });
}

type Intake = ReturnType<typeof createFileIntake>;

/** Reads one entry; false when nothing more should be read. */
async function readEntry(zip: ZipFile, entry: Entry, intake: Intake): Promise<boolean> {
  const path = entry.fileName;
  if (path.split('/').some((part) => IGNORED_NAMES.has(part))) return true;
  const type = entry.versionMadeBy >> 8 === UNIX ? (entry.externalFileAttributes >>> 16) & FILE_TYPE : 0;
  if (type !== 0 && type !== FOLDER && type !== PLAIN_FILE) {
    intake.refuseLink(path);
    return true;
  }
  if (path.endsWith('/')) return true;
  if (entry.isEncrypted()) {
    intake.refuse(path, 'The file is encrypted. Pack the kit without a password.');
    return true;
  }
  if (entry.uncompressedSize > RATIO_BYTES && entry.uncompressedSize > entry.compressedSize * MAX_RATIO)
    return intake.refuse(path, BOMB);
  if (!intake.accepts(path, entry.uncompressedSize)) return !intake.isFull();
  intake.add(path, await contentOf(zip, entry));
  return true;
}

/** Returns the bytes of an entry. The library stops at the size that the entry names. */
function contentOf(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.once('end', () => resolve(Buffer.concat(parts)));
      stream.once('error', reject);
    });
  });
}

/** Takes off the folder that packing a folder puts around its files. */
function withoutOuterFolder({ files, findings }: ReadFiles): ReadFiles {
  const outer = [...files.keys()].find((path) => path.endsWith('/kit.yaml'))?.split('/')[0];
  if (files.has('kit.yaml') || outer === undefined) return { files, findings };
  const prefix = `${outer}/`;
  if (![...files.keys()].every((path) => path.startsWith(prefix))) return { files, findings };
  const inner = [...files].map(([path, bytes]) => [path.slice(prefix.length), bytes] as const);
  const shorten = (finding: KitFinding) => ({ ...finding, file: finding.file.replace(prefix, '') });
  return { files: new Map(inner), findings: findings.map(shorten) };
}
