import { z } from 'zod';
import type { LiveChange } from '../live/live-changes.ts';
import { change, type DeskContext, procedure } from '../procedure.ts';
import type { SyncCost, SyncProgress } from '../sync-runner.ts';
import { OfRemote, PartOfRemote } from './sync-context.ts';

/** The longest token that is tried. */
const MAX_TOKEN = 1_000;
/** Builds of the service that an overview shows. */
const SHOWN_BUILDS = 5;
const Token = z.string().trim().min(1).max(MAX_TOKEN);
const Choice = z.union([z.enum(['pull', 'skip', 'link']), z.object({ slug: z.string().max(255) })]);
const Choices = z.union([z.literal('all'), z.array(z.object({ key: z.int(), choice: Choice })).max(20_000)]);
const Show = z.enum(['all', 'chosen', 'linked', 'left-out', 'gone']);

/** A remote as the sidebar and the bar of its page show it. */
export type RemoteSummary = {
  readonly id: number;
  readonly name: string;
  readonly kind: 'community' | 'business' | 'lectern';
  readonly address: string;
  readonly username: string | null;
  readonly lastPull: number | null;
  /** Linked projects. */
  readonly linked: number;
  /** Changes that the newest pull took. */
  readonly incoming: number;
  /** Linked projects with changes to push, of those that are counted. */
  readonly outgoing: number;
  readonly conflicts: number;
  readonly openRun: {
    readonly id: number;
    readonly kind: 'pull' | 'push';
    readonly outcome: string | null;
  } | null;
};

/** Lists the remotes; none for somebody as whom the operator acts, who may not see them. */
function listRemotes({ services, actor }: DeskContext): readonly RemoteSummary[] {
  if (actor.kind === 'user') return [];
  for (const { id, pending } of services.remotes.list(actor))
    if (pending > 0) services.sync.refreshSoon(actor, id);
  return services.remotes.list(actor).map(({ id, name, kind, address, username, lastPull, ...rest }) => {
    const { linked, outgoing, conflicts, openRun } = rest;
    const recent = services.sync.runs(actor, id, { limit: 20, offset: 0 }).items;
    const incoming = recent.find((run) => run.kind === 'pull')?.counts.incoming ?? 0;
    const open = openRun && { id: openRun.id, kind: openRun.kind, outcome: openRun.outcome };
    return {
      id,
      name,
      kind,
      address,
      username,
      lastPull,
      linked,
      incoming,
      outgoing,
      conflicts,
      openRun: open,
    };
  });
}

/** What a page of a remote shows above its tabs. */
export type RemoteState = {
  readonly progress: SyncProgress | null;
  /** Requests that may be sent now; null without a limit. */
  readonly budgetLeft: number | null;
  readonly budget: number | null;
  /** Whether the vault still has its token. */
  readonly hasToken: boolean;
  /** Whether the data was restored from before the newest run. */
  readonly isOutdated: boolean;
  /** What the next pull costs; null while a run is under way. */
  readonly cost: SyncCost | null;
};

async function stateOf({ services, environment, actor }: DeskContext, id: number): Promise<RemoteState> {
  const { budget } = services.remotes.get(actor, id);
  const runner = await environment.sync();
  const { token, isOutdated } = await services.remotes.credentials(actor, id);
  const progress = runner.progress(id);
  return {
    progress,
    budgetLeft: runner.budgetLeft(actor, id),
    budget,
    hasToken: token !== null,
    isOutdated,
    // It reads the whole catalogue, and each project that a run changes asks again.
    cost: progress === null ? runner.cost(actor, id) : null,
  };
}

/** Connecting accounts, choosing their projects, and what is linked. */
export const accountProcedures = {
  remotes: procedure.query(({ ctx }) => listRemotes(ctx)),
  state: procedure.input(OfRemote).query(({ ctx, input }) => stateOf(ctx, input.remote)),

  /** Tries a token; keeps nothing. A mutation, so that no cache holds the token. */
  tryToken: procedure
    .input(z.object({ address: z.string().max(300), token: Token }))
    .mutation(async ({ ctx: { environment, actor }, input }) => ({
      ...(await (await environment.sync()).connect(actor, input.address, input.token)),
      changed: [] as readonly LiveChange[],
    })),

  /** Connects an account: tries its token, keeps it, and lists its projects. */
  connect: procedure
    .input(z.object({ name: z.string(), address: z.string().max(300), token: Token }))
    .mutation(
      change(async ({ ctx: { services, environment, actor }, input }) => {
        const runner = await environment.sync();
        const { address, kind, username } = await runner.connect(actor, input.address, input.token);
        const remote = await services.remotes.add(
          actor,
          { name: input.name, address, kind, username },
          input.token,
        );
        await runner.listProjects(actor, remote.id);
        return { id: remote.id, name: remote.name };
      }),
    ),

  listProjects: procedure.input(OfRemote).mutation(
    change(async ({ ctx: { environment, actor }, input }) => {
      await (await environment.sync()).listProjects(actor, input.remote);
    }),
  ),

  catalogue: procedure
    .input(PartOfRemote.extend({ text: z.string().max(300).default(''), show: Show.default('all') }))
    .query(({ ctx: { services, actor }, input: { remote, text, show, ...part } }) => {
      const { count, items } = services.remotes.catalogue(actor, remote, { text, show }, part);
      return { count, rows: items };
    }),

  /** Returns the keys of all projects that are chosen. */
  chosen: procedure
    .input(OfRemote)
    .query(({ ctx: { services, actor }, input: { remote } }) => services.remotes.chosen(actor, remote)),

  choose: procedure
    .input(OfRemote.extend({ choices: Choices }))
    .mutation(
      change(({ ctx: { services, actor }, input }) =>
        services.remotes.choose(actor, input.remote, input.choices),
      ),
    ),

  rename: procedure
    .input(OfRemote.extend({ name: z.string() }))
    .mutation(
      change(({ ctx: { services, actor }, input }) =>
        services.remotes.rename(actor, input.remote, input.name),
      ),
    ),
  setBudget: procedure
    .input(OfRemote.extend({ budget: z.int().nullable() }))
    .mutation(
      change(({ ctx: { services, actor }, input }) =>
        services.remotes.setBudget(actor, input.remote, input.budget),
      ),
    ),
  replaceToken: procedure.input(OfRemote.extend({ token: Token })).mutation(
    change(async ({ ctx: { environment, actor }, input }) => {
      await (await environment.sync()).replaceToken(actor, input.remote, input.token);
    }),
  ),
  remove: procedure
    .input(OfRemote)
    .mutation(change(({ ctx: { services, actor }, input }) => services.remotes.remove(actor, input.remote))),

  /** Says what a project is linked with, what is other here, and where it is on the service; null without a link. */
  link: procedure.input(z.object({ slug: z.string() })).query(({ ctx, input }) => {
    if (ctx.actor.kind === 'user') return null;
    const link = ctx.services.sync.linkOf(ctx.actor, input.slug);
    if (!link) return null;
    const { shown: _, ...rest } = link;
    // The pages of the service begin where its API does, at `api/v3/` below them.
    const path = `../../projects/${encodeURIComponent(link.address)}/`;
    return { ...rest, url: new URL(path, link.remote.address).href };
  }),
  /** Lists the newest builds of a project on the service. */
  builds: procedure
    .input(z.object({ slug: z.string() }))
    .query(({ ctx: { services, actor }, input }) =>
      services.sync.remoteBuilds(actor, input.slug).slice(0, SHOWN_BUILDS),
    ),
  /** Lists the ids of the variables of a project that the service has too. */
  variablesThere: procedure
    .input(z.object({ slug: z.string() }))
    .query(({ ctx: { services, actor }, input }) => services.sync.variablesThere(actor, input.slug)),
  unlink: procedure
    .input(z.object({ slug: z.string() }))
    .mutation(change(({ ctx: { services, actor }, input }) => services.remotes.unlink(actor, input.slug))),
};
