import { z } from 'zod';
import { bool, choice, nested, text } from '../base/fields.ts';
import { Problem } from '../base/problems.ts';
import type { Timestamp } from '../base/timestamp.ts';

/** Who can tell of changes in a repository (behaviour.md 16). */
export const PROVIDERS = ['github', 'gitlab', 'bitbucket', 'generic'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** A way in for events of one provider. Its secret is never part of it. */
export type Integration = {
  readonly id: number;
  readonly projectId: number;
  readonly provider: Provider;
  readonly hasSecret: boolean;
  /** What it was made for, where Lectern knows: the repository whose hook uses it. */
  readonly note: string | null;
  readonly created: Timestamp;
  /** When it last brought an event that passed; null before the first. */
  readonly lastEventAt: Timestamp | null;
};

/** What it takes to add one. Without a secret anybody on this machine may send its events. */
export const IntegrationBody = nested({
  provider: choice(PROVIDERS),
  secret: bool().optional(),
});
export type IntegrationBody = z.infer<typeof IntegrationBody>;

/** What it takes to add a generic one by the API. */
export const GenericIntegrationBody = nested({ note: text({ max: 1000 }).optional() });

/** On `secret`: a generic integration is told by nothing else. */
export const GENERIC_NEEDS_SECRET = 'A generic integration needs a secret.';

/** Where a provider sends its events to this integration, below the address of the server. */
export function integrationPath(projectSlug: string, id: number): string {
  return `/api/v2/webhook/${projectSlug}/${id}/`;
}

/** An event comes for a project that nobody active maintains (behaviour.md 16; 406). */
export class ProjectDisabled extends Problem {
  override readonly name = 'ProjectDisabled';
  constructor() {
    super('This project is currently disabled');
  }
}

/** An integration as the API lists it. */
export const IntegrationSchema = z
  .strictObject({
    id: z.int(),
    note: z.string().nullable(),
    project: z.string(),
    provider: z.enum(PROVIDERS),
  })
  .meta({ id: 'Integration' });

/** Of an integration whose secret was asked for: what to enter at the provider, this once. */
export const CreatedIntegrationSchema = z
  .strictObject({
    id: z.int(),
    project: z.string(),
    provider: z.enum(PROVIDERS),
    secret: z.string(),
    url: z.url(),
  })
  .meta({ id: 'MadeIntegration' });
