import type { KitFiles } from './kit.ts';
import type { KitFindings } from './kit-findings.ts';
import { type KitManifest, LESSON_FILE } from './kit-manifest.ts';
import { filesBelow } from './kit-repositories.ts';
import { type LocatedFile, readLocatedYaml } from './located-file.ts';

type Manifest = { readonly file: string; readonly read: LocatedFile; readonly manifest: KitManifest };

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

/** Reads the texts of all lessons of a kit. */
export function readLessons(files: KitFiles, findings: KitFindings): Map<string, string> {
  const texts = new Map<string, string>();
  for (const name of filesBelow(files, 'lessons/').keys()) {
    const file = `lessons/${name}`;
    if (!LESSON_FILE.test(name)) {
      findings.add({ file, message: 'Lessons are files NN-name.md, such as 01-first-call.md.' });
      continue;
    }
    const text = findings.text(file);
    if (text === undefined) continue;
    checkFrontMatter(file, text, findings);
    texts.set(name, text);
  }
  return texts;
}

function checkFrontMatter(file: string, text: string, findings: KitFindings): void {
  const match = FRONT_MATTER.exec(text);
  if (!match) {
    const message = 'A lesson begins with its front matter: ---, title: …, ---.';
    findings.add({ file, line: 1, column: 1, message });
    return;
  }
  const result = readLocatedYaml(match[1] ?? '');
  if ('error' in result) {
    findings.add({ file, ...result.error, line: (result.error.line ?? 1) + 1 });
    return;
  }
  const { value } = result.read;
  const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : undefined;
  if (typeof title === 'string' && title.trim() !== '') return;
  findings.add({ file, line: 2, column: 1, message: 'title: A lesson needs a title.' });
}

/** Returns the lessons that kit.yaml lists, in its order; without a list all of them, by their names. */
export function orderLessons(
  texts: ReadonlyMap<string, string>,
  { file, read, manifest }: Manifest,
  findings: KitFindings,
): Map<string, string> {
  const { lesson, lessons } = manifest;
  const missing = (path: string, name: string) =>
    findings.at(file, read, path, `There is no lessons/${name}.md in this kit.`);
  if (lesson !== undefined && !texts.has(`${lesson}.md`)) missing('lesson', lesson);
  if (!lessons) return new Map([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return new Map(
    lessons.flatMap((name, index) => {
      const text = texts.get(`${name}.md`);
      if (text === undefined) missing(`lessons[${index}]`, name);
      return text === undefined ? [] : [[`${name}.md`, text] as const];
    }),
  );
}
