import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';

type WebhookList = inferRouterOutputs<DeskRouter>['webhooks']['list'];

/** A way in for events, as its row shows it. */
export type IntegrationRow = WebhookList['integrations'][number];
/** Somebody who is told of builds. */
export type WebhookRow = WebhookList['webhooks'][number];

/** What each provider is called. */
export const PROVIDER_NAMES = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  generic: 'Generic',
} as const satisfies Readonly<Record<IntegrationRow['provider'], string>>;
