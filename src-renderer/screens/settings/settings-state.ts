import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';

/** The settings with what stands beside them. */
export type SettingsState = inferRouterOutputs<DeskRouter>['settings']['all'];
