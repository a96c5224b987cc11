/** Readable and writable by their owner alone, whatever mode the code that writes them asks for (safety S18). */
const PRIVATE = 0o077;

/** The mask with which the application was started; undefined while that one holds. */
let inherited: number | undefined;
/** How many programs are being started with the inherited mask. */
let starting = 0;

/** Makes files that this process writes private. */
export function keepFilesPrivate(): void {
  inherited = process.umask(PRIVATE);
}

/**
 * Starts a program of the person, as a browser, with the mask that they have: with ours, everybody else would be kept from
 * what it saves. Files that are written meanwhile lie in folders that are private themselves.
 */
export async function withInheritedMode<T>(start: () => Promise<T>): Promise<T> {
  if (inherited === undefined) return start();
  starting += 1;
  process.umask(inherited);
  try {
    return await start();
  } finally {
    starting -= 1;
    if (starting === 0) process.umask(PRIVATE);
  }
}
