import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../../src-server/desk/router.ts';

/** The numbers of a project's charts, as the desk returns them. */
export type ProjectCharts = inferRouterOutputs<DeskRouter>['project']['charts'];

/** Height of a chart without its axis, in pixels; charts beside each other are as high. */
export const CHART_HEIGHT = 132;
/** Room for values at the left, and for dates below. */
export const AXIS_LEFT = 40;
export const AXIS_BOTTOM = 22;
