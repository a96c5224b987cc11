import type { Budget } from '../client/budget.ts';
import type { ClientTime } from '../client/client-time.ts';
import { PROJECTS_PAGE } from './list-projects.ts';
import { LISTS } from './pull-cost.ts';

export type PullPhase = 'listing' | 'projects' | 'relations' | 'check';

/** How far a pull is. */
export type PullProgress = {
  readonly phase: PullPhase;
  readonly projects: { readonly done: number; readonly total: number };
  readonly requests: { readonly done: number; readonly left: number };
  /** Milliseconds that are left, roughly. */
  readonly msLeft: number;
  /** The project that is asked for. */
  readonly current: string | null;
};

/** What is left to ask for. */
export type PullRest = {
  readonly phase: PullPhase;
  readonly account: number;
  /** Pages of the list that is being read which have arrived. */
  readonly pagesRead: number;
  readonly done: number;
  readonly total: number;
  readonly parentsLeft: number;
  readonly detailsLeft: number;
  readonly full: boolean;
  readonly current: string | null;
};

/** Returns how many requests are left. */
export function requestsLeft(rest: PullRest): number {
  const pages = Math.max(1, Math.ceil(rest.account / PROJECTS_PAGE));
  const unread = Math.max(0, pages - rest.pagesRead);
  if (rest.phase === 'listing') return unread + pages;
  if (rest.phase === 'check') return unread;
  if (rest.phase === 'relations') return pages;
  const projects = rest.total - rest.done;
  return pages + rest.detailsLeft + (rest.full ? LISTS * projects + rest.parentsLeft : projects);
}

/** Tells how far a pull is, from what is left, the requests so far and the time that they took. */
export function progressMeter(budget: Budget, time: ClientTime, requestsBefore: number) {
  const started = time.now();
  return (rest: PullRest, requests: number): PullProgress => {
    const left = requestsLeft(rest);
    const each = requests === 0 ? 0 : (time.now() - started) / requests;
    return {
      phase: rest.phase,
      projects: { done: rest.done, total: rest.total },
      requests: { done: requestsBefore + requests, left },
      msLeft: Math.round(Math.max(budget.timeFor(left), each * left)),
      current: rest.current,
    };
  };
}
