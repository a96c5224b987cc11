import { parseBody } from '../model/base/fields.ts';
import { Invalid } from '../model/base/problems.ts';
import type { Route, RouteRequest } from './route.ts';

/** Parses a body; when it is invalid, all errors of its fields come together (behaviour.md 3). @throws Invalid */
export function parseRouteBody(route: Route, request: RouteRequest<undefined>, input: unknown): unknown {
  if (!route.body) return undefined;
  try {
    return parseBody(route.body, input);
  } catch (error) {
    if (!(error instanceof Invalid) || !route.fieldErrors) throw error;
    throw new Invalid({ ...route.fieldErrors(request, input), ...error.errors });
  }
}
