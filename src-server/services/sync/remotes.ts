import { setImmediate } from 'node:timers/promises';
import { Conflict, Invalid, NotFound } from '../../model/base/problems.ts';
import {
  parseRemoteAddress,
  type Remote,
  type RemoteKind,
  remoteNameError,
} from '../../model/sync/remote.ts';
import type { SyncRun } from '../../model/sync/sync-run.ts';
import type { RemoteCounts } from '../../store/tables/sync/remote-catalogue.ts';
import { type Actor, userOf } from '../kernel/actor.ts';
import { difference } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Secrets } from '../kernel/secrets.ts';
import type { SettingsService } from '../settings/settings.ts';
import { createCatalogue } from './catalogue.ts';

/** What a person gives to connect an account; its token comes separately. */
export type NewRemoteInput = {
  readonly name: string;
  readonly address: string;
  readonly kind: RemoteKind;
  /** The account there; null while it is not known. */
  readonly username: string | null;
  /** Ids of users here; by default the person at this machine, or the only user where nobody was asked for a name. */
  readonly maintainers?: readonly number[];
  readonly budget?: number | null;
};

/** A remote with its numbers, and its run that has not ended. */
export type RemoteEntry = Remote & RemoteCounts & { readonly openRun: SyncRun | null };

/** What the client of a service needs. */
export type RemoteCredentials = {
  /** Null when the vault has none: in a restored database, or after the vault was lost. */
  readonly token: string | null;
  /** Whether the database was restored from before the newest run, so that what was agreed is out of date. */
  readonly isOutdated: boolean;
};

/** Linked projects that one transaction removes. */
const PROJECTS_AT_ONCE = 20;

/** Creates the service of remotes: accounts on documentation services. Everything is for the operator alone. */
export function createRemotes(
  context: ServiceContext,
  secrets: Secrets,
  settings: Pick<SettingsService, 'operatorUser'>,
) {
  const { store, access, changes, clock } = context;
  /** Names whose secrets are being written, while no row has them yet. */
  const reserved = new Set<string>();

  /** @throws Forbidden @throws NotFound */
  function get(actor: Actor, id: number): Remote {
    access.requireOperator(actor);
    const remote = store.sync.remotes.byId(id);
    if (!remote) throw new NotFound('There is no such remote.');
    return remote;
  }

  function requireFreeName(name: string): void {
    const error = remoteNameError(name);
    if (error !== undefined) throw new Invalid({ name: [error] });
    if (store.sync.remotes.byName(name))
      throw new Invalid({ name: [`There is a remote called ${name} already.`] });
  }

  /**
   * Writes the secrets of a remote under a name that nothing else can take meanwhile, then its row. Without the row
   * nothing stays in the vault. @throws Invalid on `name`
   */
  async function underFreeName<T>(
    name: string,
    texts: Readonly<Partial<Record<'run' | 'token', string | undefined>>>,
    storeRow: () => T,
  ): Promise<T> {
    requireFreeName(name);
    if (reserved.has(name))
      throw new Invalid({ name: [`A remote called ${name} is being connected already. Give another name.`] });
    reserved.add(name);
    try {
      for (const secret of ['run', 'token'] as const) {
        const text = texts[secret];
        if (text !== undefined) await secrets.remotes.write(name, secret, text);
      }
      return storeRow();
    } catch (error) {
      // What failed first is what counts, also where the vault is what failed.
      await secrets.remotes.remove(name).catch(() => {});
      throw error;
    } finally {
      reserved.delete(name);
    }
  }

  function requireNewAccount(address: string, username: string | null): void {
    const same = store.sync.remotes
      .all()
      .find((remote) => remote.address === address && username !== null && remote.username === username);
    if (same) throw new Invalid({ address: [`This account is connected already, as ${same.name}.`] });
  }

  function requireUsers(ids: readonly number[]): void {
    if (ids.some((id) => !store.users.byId(id)))
      throw new Invalid({ maintainers: ['There is no such user.'] });
  }

  function update(actor: Actor, before: Remote, after: Remote): void {
    const changed = difference(before, after);
    if (!changed) return;
    store.sync.remotes.update(after);
    const name = { name: after.name };
    changes.record(actor, {
      action: 'remote.update',
      subjectId: after.id,
      before: { name: before.name, ...changed.before },
      after: { ...name, ...changed.after },
    });
  }

  return {
    ...createCatalogue(context, get),
    get,

    /** Finds a remote by its name. @throws Forbidden @throws NotFound */
    byName(actor: Actor, name: string): Remote {
      access.requireOperator(actor);
      const remote = store.sync.remotes.byName(name);
      if (!remote) throw new NotFound(`There is no remote called ${name}. "lectern remote list" shows them.`);
      return remote;
    },

    /** Lists the remotes with their numbers. @throws Forbidden */
    list(actor: Actor): RemoteEntry[] {
      access.requireOperator(actor);
      return store.sync.remotes.all().map((remote) => ({
        ...remote,
        ...store.sync.catalogue.counts(remote.id),
        openRun: store.sync.runs.open(remote.id) ?? null,
      }));
    },

    /**
     * Connects an account whose token was tried. @throws Forbidden @throws Invalid on `name`, `address` or `maintainers`
     */
    async add(actor: Actor, input: NewRemoteInput, token: string): Promise<Remote> {
      access.requireOperator(actor);
      const { name, kind, username, budget = null } = input;
      const parsed = parseRemoteAddress(input.address);
      if (parsed.error !== undefined) throw new Invalid({ address: [parsed.error] });
      const { address } = parsed;
      const you = userOf(actor) ?? settings.operatorUser();
      const maintainers = input.maintainers ?? (you ? [you.id] : []);
      const check = () => {
        requireFreeName(name);
        requireNewAccount(address, username);
        requireUsers(maintainers);
      };
      check();
      const row = { name, address, kind, username, budget, maintainers };
      return underFreeName(name, { run: '0', token }, () =>
        store.change(() => {
          check();
          const remote = store.sync.remotes.insert({ ...row, created: clock() });
          changes.record(actor, { action: 'remote.add', subjectId: remote.id, after: row });
          return remote;
        }),
      );
    },

    /** Renames a remote. @throws Forbidden @throws NotFound @throws Invalid on `name` @throws Conflict while a run is open */
    async rename(actor: Actor, id: number, name: string): Promise<void> {
      const { name: old } = get(actor, id);
      if (name === old) return;
      requireFreeName(name);
      if (store.sync.runs.open(id)) throw new Conflict('End the run of this remote first, then rename it.');
      const texts = {
        run: await secrets.remotes.read(old, 'run'),
        token: await secrets.remotes.read(old, 'token'),
      };
      await underFreeName(name, texts, () =>
        store.change(() => {
          requireFreeName(name);
          const remote = get(actor, id);
          update(actor, remote, { ...remote, name });
        }),
      );
      await secrets.remotes.remove(old);
    },

    /** Sets how many requests a minute sync may send; null uses the setting. @throws Forbidden @throws NotFound @throws Invalid */
    setBudget(actor: Actor, id: number, budget: number | null): void {
      const remote = get(actor, id);
      if (budget !== null && !(Number.isSafeInteger(budget) && budget > 0))
        throw new Invalid({ budget: ['Give a whole number above 0.'] });
      store.change(() => update(actor, remote, { ...remote, budget }));
    },

    /** Sets who maintains the projects that are pulled from now on. @throws Forbidden @throws NotFound @throws Invalid */
    setMaintainers(actor: Actor, id: number, maintainers: readonly number[]): void {
      const remote = get(actor, id);
      requireUsers(maintainers);
      store.change(() => update(actor, remote, { ...remote, maintainers }));
    },

    /**
     * Stores another token of the same account, which was tried. @throws Conflict for the token of another account
     * @throws Forbidden @throws NotFound
     */
    async replaceToken(actor: Actor, id: number, token: string, username: string | null): Promise<void> {
      const { name, username: known } = get(actor, id);
      if (known !== null && username !== known) {
        const whose = username === null ? 'That token' : `That token is of ${username}; it`;
        throw new Conflict(
          `${whose} is not one of ${known}, whose projects are linked here. Add another remote for it.`,
        );
      }
      await secrets.remotes.write(name, 'token', token);
      store.change(() => {
        const remote = get(actor, id);
        update(actor, remote, { ...remote, username });
      });
    },

    /** Returns the token, for the client of the service alone. @throws Forbidden @throws NotFound @throws Unavailable */
    async credentials(actor: Actor, id: number): Promise<RemoteCredentials> {
      const { name } = get(actor, id);
      const token = await secrets.remotes.read(name, 'token');
      return { token: token ?? null, isOutdated: await isOutdated(actor, id) };
    },

    isOutdated,

    /**
     * Removes a remote: its token, links, runs and builds there. Local copies stay. @throws Forbidden @throws NotFound
     * @throws Conflict while a run is open
     */
    async remove(actor: Actor, id: number): Promise<void> {
      const { name } = get(actor, id);
      if (store.sync.runs.open(id)?.state === 'running')
        throw new Conflict('A run of this remote is under way. Stop it first, then remove the remote.');
      // Without its token nothing can be sent any more, whatever happens next.
      await secrets.remotes.remove(name);
      const links = store.sync.links.projects(id).map((link) => link.id);
      for (let start = 0; start < links.length; start += PROJECTS_AT_ONCE) {
        store.change(() => {
          for (const link of links.slice(start, start + PROJECTS_AT_ONCE)) store.sync.links.remove(link);
        });
        await setImmediate();
      }
      store.change(() => {
        const { address, kind, username } = get(actor, id);
        store.sync.remotes.remove(id);
        const before = { name, address, kind, username };
        changes.record(actor, { action: 'remote.remove', subjectId: id, before });
      });
    },
  };

  /** Tells whether the database was restored from before the newest run. @throws Forbidden @throws NotFound */
  async function isOutdated(actor: Actor, id: number): Promise<boolean> {
    const { name } = get(actor, id);
    const newest = Number((await secrets.remotes.read(name, 'run')) ?? 0);
    return newest > get(actor, id).run;
  }
}

export type RemotesService = ReturnType<typeof createRemotes>;
