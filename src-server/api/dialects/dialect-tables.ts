import type { Dialect } from '../../model/base/dialect.ts';
import { v2Resources } from '../v2/resources.ts';
import { v3Resources } from '../v3/resources.ts';
import type { DialectTable } from './conventions.ts';
import { CONVENTIONS_2020 } from './conventions-2020.ts';

/** The routes of the specification's dialect. */
export const TABLE_2020: DialectTable = [
  { root: '/api/v3', resources: v3Resources, conventions: CONVENTIONS_2020 },
  { root: '/api/v2', resources: v2Resources, conventions: CONVENTIONS_2020 },
];

/** Gives the routes of a dialect; those of today's service are loaded on first use, since most starts never need them. */
export async function dialectTable(dialect: Dialect): Promise<DialectTable> {
  if (dialect === '2020') return TABLE_2020;
  const { currentResources } = await import('../current/resources.ts');
  const { currentV2Resources } = await import('../v2/narrow-lists.ts');
  const { CURRENT_CONVENTIONS, CURRENT_V2_CONVENTIONS } = await import('./conventions-current.ts');
  return [
    { root: '/api/v3', resources: currentResources, conventions: CURRENT_CONVENTIONS },
    { root: '/api/v2', resources: currentV2Resources, conventions: CURRENT_V2_CONVENTIONS },
  ];
}
