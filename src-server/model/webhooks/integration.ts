import { z } from 'zod';
import { choice, nested, text } from '../base/fields.ts';
import { Problem } from '../base/problems.ts';
import type { Timestamp } from '../base/timestamp.ts';

/** Providers of repository events (behaviour.md 16). */
export const PROVIDERS = ['github', 'gitlab', 'bitbucket', 'generic'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Receives the events of one provider. Never has the secret itself. */
export type Integration = {
  readonly id: number;
  readonly projectId: number;
  readonly provider: Provider;
  readonly hasSecret: boolean;
  /** Purpose, where Lectern knows it: the repository whose hook uses it. */
  readonly note: string | null;
  readonly created: Timestamp;
  /** Time of its last accepted event; null before the first. */
  readonly lastEventAt: Timestamp | null;
};

/** Body that adds one. */
export const IntegrationBody = nested({ provider: choice(PROVIDERS) });
export type IntegrationBody = z.infer<typeof IntegrationBody>;

/** Body that adds a generic one by the API. */
export const GenericIntegrationBody = nested({ note: text({ max: 1000 }).optional() });

/** On `secret`: nothing else authenticates events of a generic integration. */
export const GENERIC_NEEDS_SECRET = 'A generic integration needs a secret.';

/** Gives the path to which a provider sends events for this integration. */
export function integrationPath(projectSlug: string, id: number): string {
  return `/api/v2/webhook/${projectSlug}/${id}/`;
}

/** The project of an event has no active maintainer (behaviour.md 16; 406). */
export class ProjectDisabled extends Problem {
  override readonly name = 'ProjectDisabled';
  constructor() {
    super('This project is currently disabled');
  }
}

/** Schema of an integration in lists. */
export const IntegrationSchema = z
  .strictObject({
    id: z.int(),
    note: z.string().nullable(),
    project: z.string(),
    provider: z.enum(PROVIDERS),
  })
  .meta({ id: 'Integration' });

/** Schema of a created integration, the only answer with its secret. */
export const CreatedIntegrationSchema = z
  .strictObject({
    id: z.int(),
    project: z.string(),
    provider: z.enum(PROVIDERS),
    secret: z.string(),
    url: z.url(),
  })
  .meta({ id: 'MadeIntegration' });
