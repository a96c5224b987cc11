import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';

/** A lesson as the desk returns it. */
export type OpenedLesson = inferRouterOutputs<DeskRouter>['lessons']['get'];
