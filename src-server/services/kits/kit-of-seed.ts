import { Invalid } from '../../model/base/problems.ts';
import { KIT_FORMAT } from '../../model/kits/kit-manifest.ts';
import { parseSeedFile } from '../../model/seeds/seed-file.ts';
import type { KitSource } from './kits.ts';
import { packKit } from './pack-kit.ts';

/** Wraps the text of a seed file as a kit, for a new workspace. @throws Invalid keyed by paths inside the file */
export async function kitOfSeed(text: string): Promise<KitSource> {
  const { users, projects } = parseSeedFile(text);
  const file: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  if (typeof file !== 'object' || file === null) throw new Invalid({ seed: ['This is no seed file.'] });
  const listed: readonly unknown[] = 'users' in file && Array.isArray(file.users) ? file.users : [];
  const known = new Set(users.map(({ username }) => username));
  const named = new Set(projects.flatMap((project) => project.users));
  // A seed file may name people only where they maintain something; a kit lists all of them.
  const more = [...named].filter((username) => !known.has(username)).map((username) => ({ username }));
  const { $schema: _, ...rest } = file as { readonly $schema?: unknown };
  const seed = JSON.stringify({ ...rest, users: [...listed, ...more] });
  const files = new Map([
    ['kit.yaml', Buffer.from(`format: ${KIT_FORMAT}\nname: Seed file\n`)],
    ['seed.json', Buffer.from(seed)],
  ]);
  return { zip: await packKit(files) };
}
