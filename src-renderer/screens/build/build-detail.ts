import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';

/** A build with its commands, as the desk gives it. */
export type BuildDetail = inferRouterOutputs<DeskRouter>['build']['get'];
/** One command of it, without what it wrote. */
export type BuildCommand = BuildDetail['commands'][number];
/** A piece of what a command wrote. */
export type LogChunk = inferRouterOutputs<DeskRouter>['build']['raw'];
/** Where the first errors and warnings of each command are. */
export type BuildIssues = inferRouterOutputs<DeskRouter>['build']['diagnostics'];
