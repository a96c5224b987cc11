import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';

/** A build with its commands, as the desk gives it. */
export type BuildDetail = inferRouterOutputs<DeskRouter>['build']['get'];
/** One command of it, without what it wrote. */
export type BuildCommand = BuildDetail['commands'][number];
/** Errors and warnings of each command. */
export type BuildMarks = inferRouterOutputs<DeskRouter>['build']['marks'];
