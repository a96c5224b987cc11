import { Problem } from '../model/base/problems.ts';
import type { Remote } from '../model/sync/remote.ts';
import { systemActor } from '../services/kernel/actor.ts';
import { type Budget, createBudget } from './client/budget.ts';
import { type ClientTime, machineTime } from './client/client-time.ts';
import { TRIAL } from './client/retry.ts';
import type { Fetch } from './client/send-request.ts';
import { type ClientOptions, createServiceClient, type ServiceClient } from './client/service-client.ts';
import type { RunServices } from './run-services.ts';

export type ClientsOptions = {
  readonly services: Pick<RunServices, 'settings'>;
  /** Version of this program, which the service sees. */
  readonly version: string;
  readonly time?: ClientTime;
  readonly random?: () => number;
  readonly fetch?: Fetch;
};
type Hooks = Pick<ClientOptions, 'signal' | 'onRequest' | 'onWait'>;

/** How long somebody waits for an address that accepts connections and says nothing. */
const TRIAL_ANSWER_MS = 10_000;

/** Creates the clients of remotes. All of one remote share a budget, whatever they are for. */
export function createRemoteClients({
  services,
  version,
  time = machineTime,
  random,
  fetch,
}: ClientsOptions) {
  const budgets = new Map<number, Budget>();
  const limits = new Map<number, Remote>();

  function limitOf({ budget, kind }: Pick<Remote, 'budget' | 'kind'>): number | null {
    if (budget !== null) return budget;
    return kind === 'lectern' ? null : services.settings.get(systemActor('sync'), 'syncRequestsPerMinute');
  }

  function budgetOf(remote: Remote): Budget {
    limits.set(remote.id, remote);
    const known = budgets.get(remote.id);
    if (known) return known;
    const budget = createBudget(() => limitOf(limits.get(remote.id) ?? remote), time);
    budgets.set(remote.id, budget);
    return budget;
  }

  const options = (username: string | null) => ({
    ...{ time, random, fetch },
    userAgent: userAgent(version, username),
  });

  return {
    time,
    budgetOf,
    /** Returns the client of one run. @throws Problem when there is no token */
    of(remote: Remote, token: string | null, hooks: Hooks = {}): ServiceClient {
      if (token === null)
        throw new Problem(
          `The token of ${remote.name} is not in the vault. Give it to Lectern again; everything else is kept.`,
        );
      const { address, username } = remote;
      return createServiceClient({
        ...options(username),
        ...hooks,
        address,
        token,
        budget: budgetOf(remote),
      });
    },
    /** Returns a client that briefly tries a token which is not kept yet. @throws Problem for a wrong address */
    trying(address: string, token: string, kind: Remote['kind']): { client: ServiceClient; budget: Budget } {
      const budget = createBudget(() => limitOf({ budget: null, kind }), time);
      const brief = { patience: TRIAL, answerMs: TRIAL_ANSWER_MS };
      return { client: createServiceClient({ ...options(null), ...brief, address, token, budget }), budget };
    },
  };
}

/** Names this program and, as the service asks for a contact, the account that it works for. */
function userAgent(version: string, username: string | null): string {
  const account = username?.replaceAll(/[^\w.@+-]/g, '-').slice(0, 100);
  return `Lectern/${version} (sync${account ? `; account ${account}` : ''})`;
}
