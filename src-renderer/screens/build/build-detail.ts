import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../src-server/desk/router.ts';

/** A build with its commands, as the desk returns it. */
export type BuildDetail = inferRouterOutputs<DeskRouter>['build']['get'];
/** A command of a build, without its output. */
export type BuildCommand = BuildDetail['commands'][number];
/** A chunk of a command's output. */
export type LogChunk = inferRouterOutputs<DeskRouter>['build']['raw'];
/** Lines of the first errors and warnings of each command. */
export type BuildIssues = inferRouterOutputs<DeskRouter>['build']['diagnostics'];
