import { Agent } from 'node:http';
import { sendRequest } from '../api/http-request.ts';

/** Token of the clients of a load. */
export const LOAD_TOKEN = 'a'.repeat(40);
const CLIENTS = 4;

/** Seed file for the load: alice with two projects for each client. */
export const LOAD_SEED = {
  users: [{ username: 'alice', token: LOAD_TOKEN }],
  projects: Array.from({ length: CLIENTS }, (_, client) => [`counter-${client}`, `rules-${client}`])
    .flat()
    .map((slug) => ({
      slug,
      name: slug,
      users: ['alice'],
      repository: { url: `https://example.org/${slug}.git`, type: 'git' },
      versions: [
        { verbose_name: 'latest', identifier: 'master', type: 'branch', active: true, built: false },
      ],
    })),
};

/**
 * Changes that the server has acknowledged, and for each client the one change whose response may be missing.
 * Outlives the server: the next load of the same data continues from it.
 */
export type Ledger = {
  /** By project: acknowledged changes of the name and default branch; one more is possible. */
  readonly counters: Map<string, number>;
  /** By project: redirects that must exist. */
  readonly redirects: Map<string, Set<string>>;
  /** By project: redirects that may exist. */
  readonly uncertainRedirects: Map<string, Set<string>>;
  readonly projects: Set<string>;
  readonly uncertainProjects: Set<string>;
  readonly variables: Set<string>;
};

/** A running load. */
export type WriteLoad = {
  /** Resolves once this many changes were acknowledged, or when the load has ended. */
  readonly acknowledged: (count: number) => Promise<void>;
  /** Resolves once this many were refused for a full disk, or when the load has ended. */
  readonly refused: (count: number) => Promise<void>;
  /** Resolves when every client has stopped, on request or because the server has ended. */
  readonly exited: Promise<void>;
  readonly stop: () => void;
  /** Responses other than an acknowledgement or a 507, with their requests. */
  readonly unexpected: readonly string[];
};

/** Creates the ledger before the first load. */
export function newLedger(): Ledger {
  const slugs = (kind: string) => Array.from({ length: CLIENTS }, (_, client) => `${kind}-${client}`);
  return {
    counters: new Map(slugs('counter').map((slug) => [slug, 0])),
    redirects: new Map(slugs('rules').map((slug) => [slug, new Set<string>()])),
    uncertainRedirects: new Map(slugs('rules').map((slug) => [slug, new Set<string>()])),
    projects: new Set(),
    uncertainProjects: new Set(),
    variables: new Set(),
  };
}

/** Starts several clients that each send changes of every kind, one after another. */
export function startWriteLoad(port: number, ledger: Ledger): WriteLoad {
  const agent = new Agent({ keepAlive: true });
  const unexpected: string[] = [];
  let [count, refusals, serial, over] = [0, 0, ledger.projects.size, false];
  let wake = () => {};

  /** Sends a request; returns the status, or undefined when the server has ended. */
  async function send(method: string, path: string, body?: object): Promise<number | undefined> {
    const headers = { authorization: `Token ${LOAD_TOKEN}`, 'content-type': 'application/json' };
    const text = body && JSON.stringify(body);
    const answer = await sendRequest({ port, agent, method, path, headers, body: text }).catch(
      () => undefined,
    );
    if (!answer) return undefined;
    if (answer.status < 300) {
      count += 1;
      wake();
    } else if (answer.status === 507) {
      refusals += 1;
      wake();
    } else unexpected.push(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.status;
  }

  async function counter(slug: string): Promise<boolean> {
    const next = (ledger.counters.get(slug) ?? 0) + 1;
    const body = { name: `${slug} ${next}`, default_branch: `branch-${next}` };
    const status = await send('PATCH', `/api/v3/projects/${slug}/`, body);
    if (status === 204) ledger.counters.set(slug, next);
    return status !== undefined;
  }

  async function redirects(slug: string): Promise<boolean> {
    const certain = ledger.redirects.get(slug) ?? new Set();
    const uncertain = ledger.uncertainRedirects.get(slug) ?? new Set();
    serial += 1;
    const from = `/${slug}/${serial}-${Date.now()}`;
    uncertain.add(from);
    const body = { type: 'exact', from_url: from, to_url: `${from}/new` };
    const status = await send('POST', `/api/v3/projects/${slug}/redirects/`, body);
    if (status !== undefined) uncertain.delete(from);
    if (status === 201) certain.add(from);
    return status !== undefined;
  }

  async function projects(client: number): Promise<boolean> {
    serial += 1;
    const name = `made-${client}-${serial}-${Date.now()}`;
    ledger.uncertainProjects.add(name);
    const body = { name, repository: { url: 'https://example.org/made.git', type: 'git' } };
    const status = await send('POST', '/api/v3/projects/', body);
    if (status !== undefined) ledger.uncertainProjects.delete(name);
    if (status === 201) ledger.projects.add(name);
    return status !== undefined;
  }

  async function variables(slug: string): Promise<boolean> {
    serial += 1;
    const name = `V_${serial}_${Date.now()}`;
    const body = { name, value: `value of ${name}` };
    const status = await send('POST', `/api/v3/projects/${slug}/environmentvariables/`, body);
    if (status === 201) ledger.variables.add(name);
    return status !== undefined;
  }

  async function client(index: number): Promise<void> {
    const work = [
      () => counter(`counter-${index}`),
      () => redirects(`rules-${index}`),
      () => projects(index),
      () => counter(`counter-${index}`),
      () => variables(`rules-${index}`),
    ];
    for (let round = index; !over; round += 1) if (!(await work[round % work.length]?.())) return;
  }

  const exited = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index))).then(() => {
    over = true;
    agent.destroy();
    wake();
  });
  const waitUntil = (isReached: () => boolean) =>
    new Promise<void>((resolve) => {
      wake = () => {
        if (isReached() || over) resolve();
      };
      wake();
    });
  return {
    acknowledged: (target) => waitUntil(() => count >= target),
    refused: (target) => waitUntil(() => refusals >= target),
    exited,
    stop: () => {
      over = true;
    },
    unexpected,
  };
}
