import { Conflict, NotFound } from '../../model/base/problems.ts';
import { lastLines } from '../../model/previews/last-lines.ts';
import {
  PREVIEW,
  type Preview,
  type PreviewProblem,
  type PreviewProgress,
} from '../../model/previews/preview.ts';
import type { BuildToolSource, DocumentationType, Project } from '../../model/projects/project.ts';
import type { QueuedBuild } from '../builds/build-runs.ts';
import type { DocsSiteService } from '../hosting/docs-site.ts';
import { type Actor, systemActor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { DocsDomain } from '../projects/project-records.ts';
import { previewBuild, previewLabel, unstoredProject } from './previewed-project.ts';

/** A folder that can be previewed, as the builder found it. */
export type PreviewFolder = {
  /** The one to build, absolute and without links. */
  readonly folder: string;
  /** The project whose repository it is; null for none. */
  readonly project: string | null;
  /** For a folder that is no project's. */
  readonly documentationType: DocumentationType;
  readonly buildTools: BuildToolSource;
};

/** A preview that the builder works on. */
export type PreviewRun = {
  /** The folder of its pages. */
  readonly pages: string;
  /** Builds it again though nothing changed. */
  readonly rebuild: () => void;
  /** Resolves once no process is left. */
  readonly stop: () => Promise<void>;
};

/** What builds previews; attached while builds run. */
export type PreviewRunner = {
  /** @throws Invalid on `folder` */
  readonly look: (
    path: string,
    repositories: readonly { readonly slug: string; readonly url: string }[],
  ) => Promise<PreviewFolder>;
  readonly start: (job: PreviewJob) => PreviewRun;
};

/** What the builder needs of a preview. */
export type PreviewJob = {
  readonly id: number;
  readonly folder: string;
  /** Reads the project as it is now. @throws NotFound once it is removed */
  readonly build: () => QueuedBuild;
  readonly report: (progress: PreviewProgress) => void;
};

/** What hosting needs of a preview. */
export type HostedPreview = {
  readonly preview: Preview;
  readonly pages: string;
};

type Entry = {
  preview: Preview;
  output: string;
  readonly run: PreviewRun;
  /** Null for one that is stored. */
  readonly project: Project | null;
};

const BUILDS_OFF =
  'Builds are off in this Lectern (--no-builds), and a preview is a build. Start it without.';
const MAX_PREVIEWS = 10;

type PreviewParts = {
  readonly docsSite: DocsSiteService;
  readonly docsDomain: DocsDomain;
  /** Whether builds run in this process at all. */
  readonly runsBuilds: boolean;
};

export type StartPreview = {
  readonly folder: string;
  /** What to build with; absent: as the project says, else what does without a network if there is none. */
  readonly buildTools?: BuildToolSource | undefined;
};

/**
 * Creates the service of previews: working trees that are built on each save. They are kept in memory alone, so that no
 * list, export or sync can have one; choosing the folder is the consent to run its code (safety S12).
 */
export function createPreviews(context: ServiceContext, { docsSite, docsDomain, runsBuilds }: PreviewParts) {
  const { access, store, clock, changes } = context;
  const entries = new Map<number, Entry>();
  const listeners = new Set<(id: number) => void>();
  const sites = docsSite.visibleTo(systemActor('docs'));
  let runner: PreviewRunner | undefined;
  /** Starts that wait for a runner: one starts a little later than the server answers. */
  const waiting = new Set<(attached: PreviewRunner) => void>();
  let lastId = 0;

  function notify(id: number): void {
    changes.signal({ action: 'preview.progress', subjectId: id, projectId: null });
    for (const listener of listeners) listener(id);
  }

  function entryOf(id: number): Entry {
    const entry = entries.get(id);
    if (!entry) throw new NotFound('This preview has ended.');
    return entry;
  }

  function projectOf(slug: string): Project {
    const project = store.projects.plainBySlug(slug);
    if (!project) throw new NotFound();
    return project;
  }

  function report(id: number, { isPublished, output, ...progress }: PreviewProgress): void {
    const entry = entries.get(id);
    if (!entry) return;
    const published = isPublished ? { revision: entry.preview.revision + 1, builtAt: clock() } : {};
    if (output !== undefined) entry.output = output;
    const preview = { ...entry.preview, ...progress, ...published };
    entry.preview =
      preview.state === 'building' ? preview : { ...preview, lastLines: lastLines(preview, output ?? '') };
    notify(id);
  }

  const isTaken = (label: string): boolean =>
    sites.host(label) !== null || [...entries.values()].some(({ preview }) => preview.label === label);

  function open(found: PreviewFolder, asked: BuildToolSource | undefined, by: PreviewRunner): Preview {
    lastId += 1;
    const id = lastId;
    const stored = found.project === null ? null : projectOf(found.project);
    const buildTools = asked ?? stored?.buildTools ?? found.buildTools;
    const project = stored ?? unstoredProject(found.folder, found.documentationType, buildTools, clock());
    const label = previewLabel(project.slug, isTaken);
    const url = `http://${label}.${docsDomain()}/${project.language}/${PREVIEW}/`;
    const job: PreviewJob = {
      id,
      folder: found.folder,
      build: () => {
        const current = stored === null ? project : projectOf(project.slug);
        return previewBuild(asked === undefined ? current : { ...current, buildTools: asked }, url, clock());
      },
      report: (progress) => report(id, progress),
    };
    const preview: Preview = {
      ...{ id, folder: found.folder, label, url, buildTools, state: 'building', revision: 0, problems: [] },
      project: { slug: project.slug, name: project.name, isStored: stored !== null },
      ...{ error: '', lastLines: '', startedAt: clock(), builtAt: null, milliseconds: null },
    };
    entries.set(id, { preview, output: '', run: by.start(job), project: stored === null ? project : null });
    notify(id);
    return preview;
  }

  async function stop(id: number): Promise<void> {
    const { run } = entryOf(id);
    entries.delete(id);
    notify(id);
    await run.stop();
  }

  return {
    /**
     * Previews a folder; one that is previewed already is answered as it is.
     * @throws Forbidden except to the person here @throws Conflict where builds are off @throws Invalid on `folder`
     */
    async start(actor: Actor, { folder, buildTools }: StartPreview): Promise<Preview> {
      access.requireOperator(actor);
      if (!runsBuilds) throw new Conflict(BUILDS_OFF);
      const by = runner ?? (await new Promise<PreviewRunner>((resolve) => waiting.add(resolve)));
      const found = await by.look(folder, store.repositories.all());
      const same = [...entries.values()].find(({ preview }) => preview.folder === found.folder);
      if (same && same.preview.state !== 'gone') return same.preview;
      if (same) await stop(same.preview.id);
      if (entries.size >= MAX_PREVIEWS)
        throw new Conflict(`${MAX_PREVIEWS} previews run already. Stop one of them first.`);
      if (runner !== by) throw new Conflict('All data is being replaced. Try again in a moment.');
      return open(found, buildTools, by);
    },

    /** Lists the running previews, of a project or all, oldest first. @throws Forbidden except to the person here */
    list(actor: Actor, project?: string): readonly Preview[] {
      access.requireOperator(actor);
      return [...entries.values()]
        .map(({ preview }) => preview)
        .filter(({ project: { slug, isStored } }) => project === undefined || (isStored && slug === project));
    },

    /** @throws NotFound once it has ended @throws Forbidden */
    get(actor: Actor, id: number): Preview & { readonly output: string } {
      access.requireOperator(actor);
      const { preview, output } = entryOf(id);
      return { ...preview, output };
    },

    /** Finds a problem of the last build. @throws NotFound @throws Forbidden */
    problem(actor: Actor, id: number, problemId: number): PreviewProblem & { readonly folder: string } {
      access.requireOperator(actor);
      const { preview } = entryOf(id);
      const found = preview.problems.find((each) => each.id === problemId);
      if (!found) throw new NotFound('A newer build has no such problem any more.');
      return { ...found, folder: preview.folder };
    },

    /** Builds a preview again though nothing changed. @throws NotFound @throws Forbidden */
    rebuild(actor: Actor, id: number): void {
      access.requireOperator(actor);
      entryOf(id).run.rebuild();
    },

    /** Ends a preview and its processes, and removes its pages. @throws NotFound @throws Forbidden */
    async stop(actor: Actor, id: number): Promise<void> {
      access.requireOperator(actor);
      await stop(id);
    },

    /** Attaches what builds previews; returns what ends all of them and detaches it. */
    attach(next: PreviewRunner): () => Promise<void> {
      runner = next;
      for (const resolve of waiting) resolve(next);
      waiting.clear();
      return async () => {
        if (runner === next) runner = undefined;
        await Promise.all([...entries.keys()].map(stop));
      };
    },

    /** Whether one is being built now. */
    isBuilding: (): boolean => [...entries.values()].some(({ preview }) => preview.state === 'building'),

    /** Finds the preview at a documentation host, by its first label. */
    at(label: string): HostedPreview | undefined {
      if (entries.size === 0) return undefined;
      for (const { preview, run } of entries.values())
        if (preview.label === label) return { preview, pages: run.pages };
      return undefined;
    },

    /** Calls back with the id of each preview that changes or ends; returns what ends that. */
    onChange(listener: (id: number) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type PreviewsService = ReturnType<typeof createPreviews>;
