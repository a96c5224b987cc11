import type { RequestListener } from 'node:http';
import type { Dialect } from '../../model/base/dialect.ts';
import type { DialectTable } from './conventions.ts';
import { dialectTable, TABLE_2020 } from './dialect-tables.ts';

/**
 * Answers each request in the dialect that is set when it comes. `open` makes the listener of a dialect, on its first
 * request; that of the specification is made at once, so that its first request costs as much as any other.
 */
export function createDialectApps(
  dialect: () => Dialect,
  open: (table: DialectTable) => RequestListener,
  onFailure: (error: unknown, ...exchange: Parameters<RequestListener>) => void,
): RequestListener {
  const apps = new Map<Dialect, RequestListener>();
  const opening = new Map<Dialect, Promise<RequestListener>>();
  if (dialect() === '2020') apps.set('2020', open(TABLE_2020));

  function load(wanted: Dialect): Promise<RequestListener> {
    const loading = opening.get(wanted) ?? dialectTable(wanted).then(open);
    opening.set(wanted, loading);
    return loading;
  }

  return (request, response) => {
    const wanted = dialect();
    const app = apps.get(wanted);
    if (app) return app(request, response);
    load(wanted)
      .then((loaded) => {
        apps.set(wanted, loaded);
        loaded(request, response);
      })
      .catch((error: unknown) => onFailure(error, request, response));
  };
}
