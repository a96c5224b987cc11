import { NotFound } from '../../model/base/problems.ts';
import { aliasedVersion } from '../../model/versions/aliased-version.ts';
import type { Version } from '../../model/versions/version.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { VisibleVersionFilters } from '../../store/tables/versions/visible-versions.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';
import type { VersionRecord, VersionsService } from './versions.ts';

/** A version with the one that it stands for, if it is a machine-made `latest` or `stable`. */
export type AliasedVersion = VersionRecord & { readonly alias?: VersionRecord | undefined };

/** Creates the reads of versions that anybody may ask for; they show what the caller may see (live-service.md 1). */
export function createVisibleVersions(
  { store, access, completeOne }: ServiceContext,
  versions: VersionsService,
) {
  /** Adds the version that each one stands for, as far as the caller may see it. */
  function withAliases(records: readonly VersionRecord[], seesAll: boolean): AliasedVersion[] {
    const all = new Map<number, readonly Version[]>();
    return records.map((record) => {
      const { version, project, follows } = record;
      if (!version.machine) return record;
      const known = all.get(version.projectId) ?? store.versions.ofProject(version.projectId);
      all.set(version.projectId, known);
      const real = aliasedVersion(version, follows?.slug ?? null, known);
      const isShown = real && (seesAll || real.privacyLevel === 'public');
      return isShown ? { ...record, alias: versions.record(project, real) } : record;
    });
  }

  return {
    /** Returns what `active_versions` shows of each of these projects, by project id. */
    publishedOf(projects: readonly ProjectRecord[]): Map<number, AliasedVersion[]> {
      const published = versions.publishedOf(projects, false);
      return new Map([...published].map(([id, records]) => [id, withAliases(records, false)]));
    },

    /** Completes one version for an answer to who maintains its project. */
    record: (record: VersionRecord): AliasedVersion => withAliases([record], true)[0] ?? record,

    /** Lists versions without pull requests; none of a project that the caller cannot see. */
    list(
      actor: Actor,
      projectSlug: string,
      filters: VisibleVersionFilters,
      request: PageRequest,
    ): Page<AliasedVersion> {
      const entry = store.projects.bySlug(projectSlug);
      if (!entry || !access.canSeeProject(actor, entry.project)) return { count: 0, items: [] };
      const seesAll = access.maintains(actor, entry.project.id);
      const { count, items } = store.visibleVersions.ofProject(entry.project.id, seesAll, filters, request);
      const project = completeOne(actor, entry);
      const records = items.map((version) => versions.record(project, version));
      return { count, items: withAliases(records, seesAll) };
    },

    /** Returns a version that the filters let through. @throws NotFound */
    get(actor: Actor, projectSlug: string, slug: string, filters: VisibleVersionFilters): AliasedVersion {
      const record = versions.get(actor, projectSlug, slug, false);
      if (!passes(record, filters)) throw new NotFound();
      const seesAll = access.maintains(actor, record.version.projectId);
      return withAliases([record], seesAll)[0] ?? record;
    },
  };
}

/** Tells whether a version passes the filters, as the list's SQL would. */
function passes({ version }: VersionRecord, filters: VisibleVersionFilters): boolean {
  const holds = (part: string | undefined, text: string) =>
    part === undefined || text.toLowerCase().includes(part.toLowerCase());
  const equals = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value;
  return (
    equals(filters.active, version.active) &&
    equals(filters.built, version.built) &&
    equals(filters.uploaded, version.uploaded) &&
    equals(filters.type, version.type) &&
    equals(filters.isPublic, version.privacyLevel === 'public') &&
    holds(filters.slug, version.slug) &&
    holds(filters.verboseName, version.verboseName)
  );
}
