import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LESSON_FILE, MAX_LESSON_LENGTH } from '../../model/lessons/lesson.ts';

/** A lesson's file as it is on the disk. */
export type LessonFile = { readonly name: string; readonly path: string; readonly text: string };

/** The kit whose lessons every Lectern has: beside the bundle, or in the source. */
export function builtInKit(): string {
  const places = ['./built-in/first-steps/', '../kits/built-in/first-steps/'];
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return paths.find((path) => existsSync(path)) ?? join('built-in', 'first-steps');
}

/** Reads the lessons of a kit or data folder, in their order. A file that is too large is read as far as that shows. */
export function readLessonFiles(folder: string): LessonFile[] {
  const lessons = join(folder, 'lessons');
  let names: string[];
  try {
    names = readdirSync(lessons);
  } catch {
    return [];
  }
  return names
    .filter((name) => LESSON_FILE.test(name) && statSync(join(lessons, name)).isFile())
    .sort()
    .map((name) => ({
      name,
      path: `lessons/${name}`,
      text: readFileSync(join(lessons, name), 'utf8').slice(0, MAX_LESSON_LENGTH + 1),
    }));
}
