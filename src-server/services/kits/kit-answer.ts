import { projectSlug } from '../../model/base/slug.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { Kit, KitFiles, KitFinding, KitReading } from '../../model/kits/kit.ts';
import { readKit } from '../../model/kits/read-kit.ts';
import type { ApiPath } from '../../model/requests/api-path.ts';

/** What is asked of a kit's files. */
export type KitTask = {
  readonly files: KitFiles;
  readonly now: Timestamp;
  /** The routes that lessons may name; any without them. */
  readonly apiPaths?: readonly ApiPath[] | undefined;
  /** Values of the seed whose places are wanted, such as `projects[3].slug`. */
  readonly seedPaths?: readonly string[];
};

/** What was read of a kit: the kit when there are no findings; and the places in the order of `seedPaths`. */
export type KitAnswer = {
  readonly kit: Kit | undefined;
  readonly findings: readonly KitFinding[];
  readonly places: readonly KitFinding[];
};

/** What the thread sends: the answer without projects, and these in parts, each when the one before was taken. */
export type KitMessage = { readonly isLast: boolean } & (
  | ({ readonly kind: 'answer' } & KitAnswer)
  | { readonly kind: 'projects'; readonly projects: Kit['seed']['projects'] }
);

/** Reads the files of a kit with its lessons. Hostile files can make it take very long. */
export async function answerKitTask({ files, now, apiPaths, seedPaths = [] }: KitTask): Promise<KitAnswer> {
  const reading = readKit(files, now);
  const inLessons = await lessonFindings(reading, apiPaths);
  const findings = [...inLessons, ...reading.findings];
  const kit = findings.length === 0 ? reading.kit : undefined;
  return { kit, findings, places: seedPaths.map(reading.locateInSeed) };
}

/** Says what is wrong with the lessons of a kit; the parser of Markdown is loaded only for a kit that has some. */
async function lessonFindings(
  { kit, lessons, findings }: KitReading,
  apiPaths: readonly ApiPath[] | undefined,
): Promise<KitFinding[]> {
  const refused = new Set(findings.map(({ file }) => file));
  const readable = [...lessons].filter(([name]) => !refused.has(`lessons/${name}`));
  if (readable.length === 0) return [];
  const { parseLesson } = await import('../../model/lessons/parse-lesson.ts');
  const projects = kit && new Set(kit.seed.projects.map(({ slug, name }) => slug ?? projectSlug(name)));
  return readable.flatMap(([name, text]) =>
    parseLesson(`lessons/${name}`, text, { apiPaths, projects }).problems.map((problem) => ({
      ...problem,
      column: 1,
    })),
  );
}
