import type { Seed } from '../../model/seeds/seed-schema.ts';
import { NUMBERED_TABLES, type NumberedTable } from '../../store/engine/row-ids.ts';
import type { Store } from '../../store/open-store.ts';

/** An explicit id of a seed file and its place there. */
export type ExplicitId = {
  readonly table: NumberedTable;
  readonly id: number;
  readonly path: readonly (string | number)[];
};

/** Returns the explicit id, or a new one that no row has, had or is given. */
export type IdSource = (table: NumberedTable, explicitId: number | undefined) => number;

/** Lists the explicit ids of the file in its order. */
export function explicitIds(seed: Seed): ExplicitId[] {
  const found: ExplicitId[] = [];
  const addId = (table: NumberedTable, id: number | undefined, path: ExplicitId['path']) => {
    if (id !== undefined) found.push({ table, id, path });
  };
  seed.projects.forEach((project, index) => {
    const place = ['projects', index];
    addId('projects', project.id, [...place, 'id']);
    project.versions.forEach((version, at) => {
      const versionPlace = [...place, 'versions', at];
      addId('versions', version.id, [...versionPlace, 'id']);
      version.builds.forEach((build, buildAt) => {
        if (build.id !== undefined) addId('builds', build.id, [...versionPlace, 'builds', buildAt, 'id']);
      });
    });
    project.redirects.forEach((redirect, at) => {
      addId('redirects', redirect.pk, [...place, 'redirects', at, 'pk']);
    });
    project.environment_variables.forEach((variable, at) => {
      addId('environment_variables', variable.pk, [...place, 'environment_variables', at, 'pk']);
    });
  });
  return found;
}

/** Returns a function that assigns ids, so that a row without one never takes the id of a later row. */
export function openIdSource(store: Pick<Store, 'ids'>, seed: Seed): IdSource {
  const last = new Map(NUMBERED_TABLES.map((table) => [table, store.ids.last(table)]));
  for (const { table, id } of explicitIds(seed)) last.set(table, Math.max(last.get(table) ?? 0, id));
  return (table, explicitId) => {
    if (explicitId !== undefined) return explicitId;
    const next = (last.get(table) ?? 0) + 1;
    last.set(table, next);
    return next;
  };
}
