import type { Database } from 'better-sqlite3';
import type { CatalogueEntry } from '../../../model/sync/remote.ts';
import type { Page, PageRequest } from '../../engine/list-page.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';
import { type CatalogueRow, entryOf } from './remote-projects.ts';

/** Remotes whose numbers are remembered until the next change. */
const REMOTES_KEPT = 20;

/** Which projects of an account a list shows. */
export type CatalogueFilter = 'all' | 'chosen' | 'linked' | 'left-out' | 'gone';

/** A project of an account, and what stands for it here. */
export type CatalogueProject = Omit<CatalogueEntry, 'remoteId'> & {
  /** Whether a project here that does not stand for it has the slug that it would get. */
  readonly slugTaken: boolean;
  /** The project here; null when there is none. */
  readonly local: { readonly id: number; readonly slug: string } | null;
  /** Whether it was pulled once and its project was removed here. */
  readonly isUnwanted: boolean;
};

/** A project that a pull asks for. */
export type WantedProject = Pick<CatalogueProject, 'key' | 'slug' | 'name' | 'parent' | 'translationOf'>;

/** A linked project with changes to push. */
export type OutgoingProject = {
  readonly linkId: number;
  readonly projectId: number;
  readonly slug: string;
  /** Slug there. */
  readonly address: string;
  /** Whether it is to be created there. */
  readonly isNew: boolean;
  readonly changes: number;
  /** Objects of it that wait for a decision. */
  readonly conflicts: number;
};

/** What a list of projects shows of a linked one. */
export type LinkMark = {
  readonly slug: string;
  readonly remoteId: number;
  /** Changes to push; null while they have to be counted. */
  readonly outgoing: number | null;
  /** Objects of it that wait for a decision. */
  readonly conflicts: number;
};

/** A local project that could be created on a remote. */
export type UnlinkedProject = { readonly id: number; readonly slug: string; readonly name: string };

/** Numbers of a remote. */
export type RemoteCounts = {
  readonly linked: number;
  /** Linked projects with changes to push. */
  readonly outgoing: number;
  /** Changes to push, as they were last counted. */
  readonly changes: number;
  /** Linked projects whose changes have to be counted. */
  readonly pending: number;
  readonly conflicts: number;
};

type Row = CatalogueRow & {
  taken: number;
  link: number | null;
  local_id: number | null;
  linked_slug: string | null;
};

const LINKED = `FROM remote_projects c
  LEFT JOIN remote_links l ON l.remote_id = c.remote_id AND l.kind = 'project' AND l.remote_key = c.remote_key
  LEFT JOIN projects p ON p.id = l.local_id`;
const MATCHING = `WHERE c.remote_id = @remoteId
    AND (@text = '' OR instr(c.slug, @text) > 0 OR instr(lower(c.name), @text) > 0)`;
const FROM = `${LINKED} ${MATCHING}
    AND CASE @show WHEN 'chosen' THEN c.chosen = 1 WHEN 'linked' THEN p.id IS NOT NULL
      WHEN 'left-out' THEN c.skipped IS NOT NULL OR (l.id IS NOT NULL AND p.id IS NULL)
      WHEN 'gone' THEN c.gone = 1 ELSE 1 END`;
/** With changes in this many projects, the first ones by slug are found sooner than all are sorted. */
const MANY_WITH_CHANGES = 500;

/** Reads the projects of accounts together with what is here. */
export function remoteCatalogueQueries(database: Database, transactions: Transactions) {
  const count = prepareRead(database, `SELECT count(*) AS count ${FROM}`);
  const countAll = prepareRead(database, `SELECT count(*) AS count FROM remote_projects c ${MATCHING}`);
  const page = prepareRead(
    database,
    `SELECT c.remote_key, c.slug, c.name, c.parent, c.translation_of, c.chosen, c.skipped, c.gone, l.id AS link,
       p.id AS local_id, p.slug AS linked_slug, c.local_slug, c.links_existing,
       l.id IS NULL AND EXISTS (SELECT 1 FROM projects t WHERE t.slug = coalesce(c.local_slug, c.slug)) AS taken
     ${FROM} ORDER BY c.slug, c.remote_key LIMIT @limit OFFSET @offset`,
  );
  // What was removed here is not wanted. Named projects are asked for whether they were chosen or not.
  const wanted = prepareRead(
    database,
    `SELECT c.remote_key AS key, c.slug, c.name, c.parent, c.translation_of AS translationOf FROM remote_projects c
     LEFT JOIN remote_links l ON l.remote_id = c.remote_id AND l.kind = 'project' AND l.remote_key = c.remote_key
     WHERE c.remote_id = @remoteId AND c.remote_key > @after AND c.gone = 0
       AND CASE WHEN @slugs IS NULL THEN c.chosen = 1 ELSE c.slug IN (SELECT value FROM json_each(@slugs)) END
       AND (l.id IS NULL OR EXISTS (SELECT 1 FROM projects p WHERE p.id = l.local_id))
     ORDER BY c.remote_key LIMIT @limit`,
  );
  // A child that this pull brings, or one that is here without being known as a subproject.
  const lacksSubproject = prepareRead(
    database,
    `SELECT 1 FROM remote_projects c
     LEFT JOIN remote_links l ON l.remote_id = c.remote_id AND l.kind = 'project' AND l.remote_key = c.remote_key
     WHERE c.remote_id = @remoteId AND c.parent = @slug AND c.gone = 0 AND c.chosen = 1
       AND (l.id IS NULL OR (EXISTS (SELECT 1 FROM projects p WHERE p.id = l.local_id)
         AND NOT EXISTS (SELECT 1 FROM remote_links s WHERE s.project_link = @linkId AND s.kind = 'subproject'
           AND json_extract(s.base, '$.child') = c.slug)))
     LIMIT 1`,
  );
  const withChanges = `WHERE l.remote_id = @remoteId AND l.kind = 'project' AND l.outgoing IS NOT 0 AND l.outgoing > 0
      AND (@text = '' OR instr(p.slug, @text) > 0 OR instr(lower(p.name), @text) > 0)`;
  const byLink = `FROM remote_links l JOIN projects p ON p.id = l.local_id ${withChanges}`;
  // The order of a CROSS JOIN is kept: projects by slug, each with its link, until the page is full.
  const bySlug = `FROM projects p CROSS JOIN remote_links l ON l.local_id = p.id ${withChanges}`;
  const countOutgoing = prepareRead(database, `SELECT count(*) AS count ${byLink}`);
  const outgoingOf = (from: string) =>
    prepareRead(
      database,
      // Conflicts are counted for the page alone: next to ORDER BY they would be for every project.
      `WITH page AS MATERIALIZED (
       SELECT l.id AS linkId, p.id AS projectId, p.slug, l.address, l.remote_key IS NULL AS isNew, l.outgoing AS changes,
         (l.theirs IS NOT NULL OR l.deleted_there = 1) AS isInConflict
       ${from} ORDER BY p.slug LIMIT @limit OFFSET @offset)
     SELECT linkId, projectId, slug, address, isNew, changes, isInConflict + (SELECT count(*) FROM remote_links o
         WHERE o.project_link = linkId AND (o.theirs IS NOT NULL OR o.deleted_there = 1)) AS conflicts
     FROM page ORDER BY slug`,
    );
  const outgoing = outgoingOf(byLink);
  const outgoingBySlug = outgoingOf(bySlug);
  const unlinked = prepareRead(
    database,
    `SELECT p.id, p.slug, p.name FROM projects p
     WHERE p.repository_type = 'git' AND (@text = '' OR instr(p.slug, @text) > 0 OR instr(lower(p.name), @text) > 0)
       AND NOT EXISTS (SELECT 1 FROM remote_links l WHERE l.kind = 'project' AND l.local_id = p.id)
     ORDER BY p.slug LIMIT @limit`,
  );
  // Without CROSS JOIN all links are read, and their projects looked for in the list.
  const marks = prepareRead(
    database,
    `SELECT p.slug, l.remote_id AS remoteId, l.outgoing,
       (l.theirs IS NOT NULL OR l.deleted_there = 1) + (SELECT count(*) FROM remote_links o
         WHERE o.project_link = l.id AND (o.theirs IS NOT NULL OR o.deleted_there = 1)) AS conflicts
     FROM json_each(@slugs) s CROSS JOIN projects p ON p.slug = s.value
     CROSS JOIN remote_links l ON l.kind = 'project' AND l.local_id = p.id`,
  );
  const counts = prepareRead(
    database,
    `SELECT
      (SELECT count(*) FROM remote_links WHERE remote_id = @remoteId AND kind = 'project') AS linked,
      (SELECT count(*) FROM remote_links WHERE remote_id = @remoteId
        AND (theirs IS NOT NULL OR deleted_there = 1)) AS conflicts,
      count(*) FILTER (WHERE outgoing > 0) AS outgoing, count(*) FILTER (WHERE outgoing IS NULL) AS pending,
      coalesce(sum(outgoing), 0) AS changes
     FROM remote_links WHERE remote_id = @remoteId AND kind = 'project' AND outgoing IS NOT 0`,
  );
  // The window asks for them with every list; with changes in all of 10,000 projects they read as many rows.
  const countsOf = transactions.memoize(
    REMOTES_KEPT,
    (remoteId: number) => counts.get({ remoteId }) as RemoteCounts,
    ['remote_links.rows', 'remote_links.values'],
  );

  function countWithChanges(remoteId: number, text: string): number {
    if (text === '') return countsOf(remoteId).outgoing;
    return (countOutgoing.get({ remoteId, text }) as { count: number }).count;
  }

  return {
    /** Lists the projects of an account by slug; those whose slug or name contains `text`, in small letters. */
    list(
      remoteId: number,
      text: string,
      show: CatalogueFilter,
      request: PageRequest,
    ): Page<CatalogueProject> {
      const parameters = { remoteId, text, show };
      const rows = page.all({ ...parameters, ...request }) as Row[];
      const counted = show === 'all' ? countAll.get({ remoteId, text }) : count.get(parameters);
      return { count: (counted as { count: number }).count, items: rows.map(fromRow) };
    },
    /** Lists the projects that a pull asks for, by key: chosen ones, or those with one of these slugs. */
    wanted: (remoteId: number, after: number, limit: number, slugs?: readonly string[]): WantedProject[] =>
      wanted.all({ remoteId, after, limit, slugs: slugs ? JSON.stringify(slugs) : null }) as WantedProject[],
    /** Whether a subproject that a linked project has there is wanted here and not yet known as one. */
    lacksSubproject: (remoteId: number, linkId: number, slug: string): boolean =>
      lacksSubproject.get({ remoteId, linkId, slug }) !== undefined,
    /** Lists the linked projects that are known to have changes to push, by slug. */
    outgoing(remoteId: number, text: string, request: PageRequest): Page<OutgoingProject> {
      const count = countWithChanges(remoteId, text);
      const statement = count > MANY_WITH_CHANGES ? outgoingBySlug : outgoing;
      const rows = statement.all({ remoteId, text, ...request }) as (Omit<OutgoingProject, 'isNew'> & {
        isNew: number;
      })[];
      return { count, items: rows.map((row) => ({ ...row, isNew: row.isNew === 1 })) };
    },
    /** Lists the projects that are linked with no remote, by slug. */
    unlinked: (text: string, limit: number): UnlinkedProject[] =>
      unlinked.all({ text, limit }) as UnlinkedProject[],
    /** Returns what is linked of the projects with these slugs. */
    marks: (slugs: readonly string[]): LinkMark[] =>
      marks.all({ slugs: JSON.stringify(slugs) }) as LinkMark[],
    counts: (remoteId: number): RemoteCounts => countsOf(remoteId),
  };
}

function fromRow(row: Row): CatalogueProject {
  const { taken, link, local_id: id, linked_slug: slug } = row;
  return {
    ...entryOf(row),
    slugTaken: taken === 1,
    local: id === null || slug === null ? null : { id, slug },
    isUnwanted: link !== null && id === null,
  };
}
