import type { Request } from 'express';
import { NotFound } from '../model/base/problems.ts';
import type { Lookup } from './dialects/conventions.ts';
import { PATH_PARAMETERS, type PathParameter } from './route.ts';

/** Gives a parameter of the path; undefined when the path has none of this name. */
export function parameter(request: Request, name: PathParameter): string | undefined {
  const value = request.params[name];
  return typeof value === 'string' ? value : undefined;
}

/** Checks the slugs in a path, which decide whether it is a path at all (behaviour.md 0, step 1). @throws NotFound */
export function checkSlugs(request: Request): void {
  checkParameters(request, false);
}

/**
 * Checks the ids in a path, which are looked up after method and permission (behaviour.md 0, step 7); one that can be
 * none is, in every dialect, an address that does not exist. @throws NotFound
 */
export function checkIds(exchange: { readonly request: Request; lookup: Lookup }): void {
  exchange.lookup = 'path';
  checkParameters(exchange.request, true);
  exchange.lookup = 'object';
}

function checkParameters(request: Request, areIds: boolean): void {
  for (const name of Object.keys(request.params) as PathParameter[]) {
    if (name.endsWith('id') !== areIds) continue;
    if (!PATH_PARAMETERS[name].test(parameter(request, name) ?? '')) throw new NotFound();
  }
}
