import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';

type WebhookList = inferRouterOutputs<DeskRouter>['webhooks']['list'];

/** An integration that receives events. */
export type IntegrationRow = WebhookList['integrations'][number];
/** A webhook that receives build events. */
export type WebhookRow = WebhookList['webhooks'][number];

/** Name of each provider. */
export const PROVIDER_NAMES = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  generic: 'Generic',
} as const satisfies Readonly<Record<IntegrationRow['provider'], string>>;
