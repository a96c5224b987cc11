import { ZipFile } from 'yazl';

/** Packs the files of a kit into the bytes of a `.lectern-kit.zip`. */
export async function packKit(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [path, bytes] of files) zip.addBuffer(Buffer.from(bytes), path, { mode: 0o100644 });
  zip.end();
  const parts: Uint8Array[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}
