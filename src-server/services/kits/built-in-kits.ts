import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { KitFiles } from '../../model/kits/kit.ts';
import { readKitFolder } from './read-kit-files.ts';

/** The kits that every Lectern has, in the order of the gallery. */
export const BUILT_IN_KITS = [
  'harbour-library',
  'first-steps',
  'blank-account',
  'every-state',
  'ten-thousand-projects',
] as const;
export type BuiltInKit = (typeof BUILT_IN_KITS)[number];

/** Tells whether this is the name of a built-in kit. */
export function isBuiltInKit(name: string): name is BuiltInKit {
  return (BUILT_IN_KITS as readonly string[]).includes(name);
}

/** Reads the files of a built-in kit. */
export function readBuiltInKit(name: BuiltInKit): KitFiles {
  const folder = fileURLToPath(new URL(`./built-in/${name}`, import.meta.url));
  if (!existsSync(folder)) throw new Error(`The kit ${name} is missing from this installation.`);
  return readKitFolder(folder).files;
}
