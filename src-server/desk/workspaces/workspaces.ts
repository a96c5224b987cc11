import { z } from 'zod';
import { parseBody } from '../../model/base/fields.ts';
import { Conflict, Invalid } from '../../model/base/problems.ts';
import { NewWorkspace, type Workspace, WorkspaceChange } from '../../model/workspaces/workspace.ts';
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
});
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

  /** Creates one: empty, as a copy of another, or from a built-in kit. */
  create: procedure.input(Created).mutation(({ ctx, input: { from, kit, ...body } }) => {
    const { registry } = requireWorkspaces(ctx);
    const wanted = parseBody(NewWorkspace, body);
    const source = kit === undefined ? undefined : { name: kit };
    if (from === undefined) return registry.create(ctx.actor, wanted, source);
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

/** @throws Conflict where what is open stays open */
function requireWorkspaces({ environment }: DeskContext): OpenWorkspaces {
  if (environment.workspaces) return environment.workspaces;
  throw new Conflict(environment.fixedWorkspace.reason);
}
