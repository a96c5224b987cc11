import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';

/** The settings with their context. */
export type SettingsState = inferRouterOutputs<DeskRouter>['settings']['all'];
