import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import type { EnvironmentAddress } from './environment-address.ts';

/** A variable without its value. */
export type VariableRow = inferRouterOutputs<DeskRouter>['variables']['list'][number];

const BY_NAME = new Intl.Collator('en', { numeric: true });

/** Filters and sorts the variables as the address says. */
export function visibleVariables(
  rows: readonly VariableRow[],
  { text, sort, reversed }: EnvironmentAddress,
): readonly VariableRow[] {
  const query = text.trim().toLowerCase();
  const matching = rows.filter(({ name }) => name.toLowerCase().includes(query));
  const sorted = matching.sort((a, b) =>
    sort === 'name' ? BY_NAME.compare(a.name, b.name) : b[sort] - a[sort] || b.id - a.id,
  );
  return reversed ? sorted.reverse() : sorted;
}

/** Returns ids of the variables that builds do not get, since another of the same name was set later. */
export function unusedVariables(rows: readonly VariableRow[]): ReadonlySet<number> {
  const used = new Map<string, VariableRow>();
  for (const row of rows) {
    const other = used.get(row.name);
    if (!other || isUsedBefore(row, other)) used.set(row.name, row);
  }
  return new Set(rows.flatMap(({ id, name }) => (used.get(name)?.id === id ? [] : [id])));
}

/** Compares as builds do: one with a value wins, then the one that was set last. */
function isUsedBefore(row: VariableRow, other: VariableRow): boolean {
  if (row.hasValue !== other.hasValue) return row.hasValue;
  return row.modified - other.modified > 0 || (row.modified === other.modified && row.id > other.id);
}

/** Truncates a name for a short sentence. */
export function truncateName(name: string): string {
  return name.length > 40 ? `${name.slice(0, 39)}…` : name;
}
