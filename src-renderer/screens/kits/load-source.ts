import type { Changed } from '../../../src-server/desk/procedure.ts';
import type { KitCounts, PlayedProjects } from '../../../src-server/model/kits/kit.ts';
import type { Workspace } from '../../../src-server/model/workspaces/workspace.ts';
import { deskClient } from '../../api/desk.ts';
import type { LoadSource } from '../../features/load-data/load-dialog-state.ts';

/** A source that could be read. */
export type ReadableSource = Exclude<LoadSource, { readonly kind: 'unreadable' }>;

/** What loading would do here. */
export type LoadPreview = {
  readonly description: string;
  readonly counts: KitCounts;
  /** Slugs of its projects that are here already. */
  readonly taken: readonly string[];
  /** What loading only the projects that are not here would add; null where all are. */
  readonly missing: KitCounts | null;
  readonly played: PlayedProjects;
};

/** What was loaded, as far as the window says it. */
export type Loaded = Changed<{
  readonly projects: number;
  readonly builds: number;
  readonly buildable: readonly string[];
  /** Slugs of projects that were here already. */
  readonly left: readonly string[];
}>;

const NOTHING_PLAYED: PlayedProjects = { slugs: [], missing: [] };

/** Names a source inside a sentence: `the sample library`, `library.json`. */
export function nameOf(source: LoadSource): string {
  return source.kind === 'kit' ? source.title : source.file;
}

/** Asks what loading would do. @throws the desk's refusal, keyed by places in the file */
export async function previewSource(source: ReadableSource): Promise<LoadPreview> {
  if (source.kind !== 'seed') return deskClient.kits.preview.query(kitOf(source));
  const preview = await deskClient.seeds.preview.query({ text: source.text });
  return { ...preview, description: '', played: NOTHING_PLAYED };
}

/** Adds it to the present data, all of it or nothing. */
export async function loadHere(source: ReadableSource): Promise<Loaded> {
  if (source.kind !== 'seed') return deskClient.kits.load.mutate(kitOf(source));
  const changed = await deskClient.seeds.load.mutate({ text: source.text });
  return { ...changed, answer: { ...changed.answer, buildable: [], left: [] } };
}

/** Adds its projects that are not here yet. */
export async function loadMissing(source: ReadableSource): Promise<Loaded> {
  if (source.kind !== 'seed') return deskClient.kits.loadMissing.mutate(kitOf(source));
  const changed = await deskClient.seeds.loadMissing.mutate({ text: source.text });
  return { ...changed, answer: { ...changed.answer, buildable: [] } };
}

/** Creates a workspace that holds it. */
export function loadIntoWorkspace(source: ReadableSource, name: string): Promise<Workspace> {
  if (source.kind === 'seed') return deskClient.workspaces.create.mutate({ name, seed: source.text });
  if (source.kind === 'zip') return deskClient.workspaces.create.mutate({ name, zip: source.zip });
  return deskClient.workspaces.create.mutate({ name, kit: source.name });
}

/** Allows these projects to run their code, which the person has just agreed to, and builds their default versions. */
export async function buildLoaded(slugs: readonly string[]): Promise<void> {
  const projects = [...slugs];
  const untrusted = await deskClient.builds.untrusted.query({ projects });
  await deskClient.builds.trust.mutate(untrusted.map(({ slug, repositoryUrl }) => ({ slug, repositoryUrl })));
  await deskClient.projects.buildDefaults.mutate(projects);
}

function kitOf(source: Exclude<ReadableSource, { readonly kind: 'seed' }>) {
  return source.kind === 'kit' ? { name: source.name } : { zip: source.zip };
}
