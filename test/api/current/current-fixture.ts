import { expect } from 'vitest';
import type { StartOptions } from '../../support/api/api-server.ts';
import { PERMISSIONS_SEED } from '../pipeline/permissions-fixture.ts';

/** Alice maintains `own`; bob maintains `open`, which is public, and `closed`, which is private. */
export const CURRENT: StartOptions = { dialect: 'current', seed: PERMISSIONS_SEED };

export const P = '/api/v3/projects/';
export const OWN = `${P}own/`;

export const NO_CREDENTIALS = { detail: 'Authentication credentials were not provided.' };
export const NO_PERMISSION = { detail: 'You do not have permission to perform this action.' };

/** The body of a 404 of today's service. */
export function noMatch(model: string): object {
  return { detail: `No ${model} matches the given query.` };
}

/** A row of a scenario: a read that answers 404 for want of a model. */
export function missing<const User extends string>(as: User, path: string, model: string) {
  return { as, method: 'GET', path, expect: { status: 404, body: noMatch(model) } } as const;
}

/** Matches the absolute URL of a path on any server of a test. */
export function urlOf(path: string): unknown {
  return expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path}$`));
}
