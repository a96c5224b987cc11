import { z } from 'zod';
import { parseBody } from '../../model/base/fields.ts';
import { Conflict, Invalid } from '../../model/base/problems.ts';
import { NewWorkspace, type Workspace, WorkspaceChange } from '../../model/workspaces/workspace.ts';
import type { KitSource } from '../../services/kits/kits.ts';
import { type DeskContext, procedure, router } from '../procedure.ts';
import type { OpenWorkspaces } from './open-workspaces.ts';

const ById = z.object({ id: z.string() });
const Created = z.object({
  name: z.string(),
  color: z.string().optional(),
  /** A workspace to copy. */
  from: z.string().optional(),
  /** A built-in kit to load. */
  kit: z.string().optional(),
  /** A kit file to load, in base64. */
  zip: z.base64().optional(),
  /** The text of a seed file to load. */
  seed: z.string().optional(),
});
type Source = Pick<z.output<typeof Created>, 'kit' | 'zip' | 'seed'>;
const Updated = ById.extend({ name: z.string(), color: z.string() });

/** Data folders with names, of which one is open. */
export const workspacesRouter = router({
  /** Returns the workspaces, which one is open, and how the last switch ended. */
  state: procedure.query(({ ctx: { environment, actor } }) => {
    const { workspaces, fixedWorkspace } = environment;
    if (!workspaces) {
      const { current, label, reason } = fixedWorkspace;
      return { current, label, whyFixed: reason, workspaces: [], inUse: [], openings: 0, failure: null };
    }
    const { current, openings, failure } = workspaces.state();
    const isOperator = actor.kind !== 'user';
    const listed = isOperator ? workspaces.registry.list(actor) : [];
    return {
      current: current ?? null,
      label: current?.name ?? 'Data folder',
      /** Why nothing can be switched to; null where it can. */
      whyFixed: isOperator ? null : 'To switch, stop acting as another person.',
      workspaces: listed,
      /** The ids of those that another program has open. */
      inUse: listed
        .filter((each) => each.id !== current?.id && workspaces.registry.holder(each).isHeld)
        .map(({ id }) => id),
      openings,
      failure,
    };
  }),

  /** Creates one: empty, as a copy of another, from a kit or from a seed file. */
  create: procedure.input(Created).mutation(async ({ ctx, input: { from, kit, zip, seed, ...body } }) => {
    const { registry } = requireWorkspaces(ctx);
    const wanted = parseBody(NewWorkspace, body);
    if (from === undefined) return registry.create(ctx.actor, wanted, await sourceOf({ kit, zip, seed }));
    return registry.copy(ctx.actor, registry.get(ctx.actor, from), wanted);
  }),

  /** Renames one, or changes its colour. */
  update: procedure.input(Updated).mutation(({ ctx, input: { id, ...body } }): Workspace => {
    const { registry } = requireWorkspaces(ctx);
    return registry.update(ctx.actor, registry.get(ctx.actor, id), parseBody(WorkspaceChange, body));
  }),

  /** Deletes one that is not open, after its name was typed. */
  remove: procedure
    .input(ById.extend({ typed: z.string() }))
    .mutation(async ({ ctx, input: { id, typed } }) => {
      const { registry, state } = requireWorkspaces(ctx);
      const workspace = registry.get(ctx.actor, id);
      if (state().current?.id === id) throw new Conflict('This workspace is open. Switch to another first.');
      if (typed !== workspace.name) throw new Invalid({ typed: [`Type ${workspace.name} to confirm.`] });
      await registry.remove(ctx.actor, workspace);
    }),

  /** Begins to switch; `state` says when it is done, since this server ends meanwhile. */
  switch: procedure.input(ById).mutation(({ ctx, input: { id } }) => {
    const { registry, switchTo, state } = requireWorkspaces(ctx);
    switchTo(registry.get(ctx.actor, id));
    return { openings: state().openings };
  }),
});

async function sourceOf({ kit, zip, seed }: Source): Promise<KitSource | undefined> {
  if (kit !== undefined) return { name: kit };
  if (zip !== undefined) return { zip: Buffer.from(zip, 'base64') };
  if (seed === undefined) return undefined;
  return (await import('../../services/kits/kit-of-seed.ts')).kitOfSeed(seed);
}

/** @throws Conflict where what is open stays open */
function requireWorkspaces({ environment }: DeskContext): OpenWorkspaces {
  if (environment.workspaces) return environment.workspaces;
  throw new Conflict(environment.fixedWorkspace.reason);
}
