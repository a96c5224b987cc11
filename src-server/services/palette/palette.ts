import type { Timestamp } from '../../model/base/timestamp.ts';
import type { ProjectListEntry } from '../../store/indexes/project-list-index.ts';
import { isListedFor } from '../kernel/access.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** What the command palette found, best first. */
export type PaletteResults = {
  readonly projects: readonly (Pick<
    ProjectListEntry,
    'id' | 'slug' | 'name' | 'language' | 'defaultVersion' | 'state'
  > & { readonly lastBuilt: Timestamp | null })[];
  readonly versions: readonly {
    readonly project: string;
    readonly projectName: string;
    /** Slug. */
    readonly version: string;
    readonly name: string;
    readonly active: boolean;
  }[];
  /** User names. */
  readonly people: readonly string[];
};

type Ranked<T> = { readonly item: T; readonly rank: number; readonly key: string };

/** How many of the best matching projects are searched for versions. */
const TOP_PROJECTS = 8;
/** How well a text matches; lower is better. */
const RANK = { exact: 0, prefix: 1, wordStart: 2, substring: 3 } as const;

/** Searches projects, their versions (`tide 2.4`) and people for the command palette. */
export function createPalette(context: ServiceContext) {
  const { store, access } = context;

  function visibleProjects(actor: Actor): readonly ProjectListEntry[] {
    const viewerId = access.viewerOf(actor);
    const projects = [...store.projectList.projects().values()];
    return projects.filter(({ people }) => isListedFor(viewerId, people));
  }

  function projectsFor(
    projects: readonly ProjectListEntry[],
    text: string,
    limit: number,
  ): ProjectListEntry[] {
    const ranked = projects.flatMap((project) => {
      // The cheap test first: hardly any project contains the text.
      if (!text.split(' ').every((word) => project.searchText.includes(word))) return [];
      const rank = Math.min(rankOf(project.name.toLowerCase(), text), rankOf(project.slug, text));
      return [{ item: project, rank, key: project.sortName }];
    });
    return topRanked(ranked, limit);
  }

  function versionsFor(projects: readonly ProjectListEntry[], words: readonly string[], limit: number) {
    const ranked: Ranked<PaletteResults['versions'][number]>[] = [];
    for (let split = words.length - 1; split > 0 && ranked.length === 0; split--) {
      const query = words.slice(split).join(' ');
      const top = projectsFor(projects, words.slice(0, split).join(' '), TOP_PROJECTS);
      const byId = new Map(top.map((project, place) => [project.id, { project, place }]));
      for (const { projectId, slug, name, active } of store.projectCounts.matrixCells([...byId.keys()])) {
        const found = byId.get(projectId);
        const rank = Math.min(rankOf(name.toLowerCase(), query), rankOf(slug, query));
        if (!found || rank > RANK.substring) continue;
        ranked.push({
          item: { project: found.project.slug, projectName: found.project.name, version: slug, name, active },
          rank,
          key: `${found.place} ${active ? 0 : 1} ${name}`,
        });
      }
    }
    return topRanked(ranked, limit);
  }

  function peopleFor(
    actor: Actor,
    projects: readonly ProjectListEntry[],
    text: string,
    limit: number,
  ): string[] {
    const names =
      access.viewerOf(actor) === null
        ? store.users.all().map(({ username }) => username)
        : new Set(projects.flatMap(({ people }) => people.map(({ username }) => username)));
    const ranked = [...names].map((name) => ({
      item: name,
      rank: rankOf(name.toLowerCase(), text),
      key: name,
    }));
    return topRanked(
      ranked.filter(({ rank }) => rank <= RANK.substring),
      limit,
    );
  }

  return {
    /**
     * Finds at most `limit` of each kind in what the actor maintains; the operator finds everything. Finds nothing for a
     * blank text.
     * @throws NotAuthenticated @throws Forbidden
     */
    search(actor: Actor, text: string, limit: number): PaletteResults {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const query = words.join(' ');
      return store.read(() => {
        const projects = visibleProjects(actor);
        if (query === '') return { projects: [], versions: [], people: [] };
        return {
          projects: projectsFor(projects, query, limit).map((project) => {
            const { id, slug, name, language, defaultVersion, state } = project;
            const lastBuilt = project.lastBuild?.created ?? null;
            return { id, slug, name, language, defaultVersion, state, lastBuilt };
          }),
          versions: words.length > 1 ? versionsFor(projects, words, limit) : [],
          people: peopleFor(actor, projects, query, limit),
        };
      });
    },
  };
}

export type Palette = ReturnType<typeof createPalette>;

/** Ranks a name; above `RANK.substring`, it does not contain the text as a whole. */
function rankOf(name: string, text: string): number {
  const at = name.indexOf(text);
  if (at < 0) return RANK.substring + 1;
  if (at === 0) return name === text ? RANK.exact : RANK.prefix;
  // People read `2.4` in `v2.4` as a word of its own.
  return /[^a-z0-9]$/.test(name.slice(0, at)) || /^v$/.test(name.slice(0, at))
    ? RANK.wordStart
    : RANK.substring;
}

function topRanked<T>(ranked: Ranked<T>[], limit: number): T[] {
  return ranked
    .sort((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : 1))
    .slice(0, limit)
    .map(({ item }) => item);
}
