import { z } from 'zod';
import { parseBody } from '../../model/base/fields.ts';
import { Conflict } from '../../model/base/problems.ts';
import { ProjectImportBody } from '../../model/projects/project-import.ts';
import { type InspectedRefs, leftOutNote } from '../../model/projects/repository/repository-inspection.ts';
import { isLocalAddress } from '../../model/projects/repository/repository-url.ts';
import { change, procedure, router } from '../procedure.ts';

/** So many names of branches and of tags reach the screen; all of them are imported. */
const MAX_NAMES = 300;

/** A version that names a program: `3.11`, `pypy3.10`. */
const PYTHON_VERSION = /^(?:pypy)?\d[\d.]{0,20}$/;

const INSPECTION_EXPIRED = 'What was read from the repository is no longer known. Inspect it again.';

/** Names for the form's lists, and how many there are in all. */
function namesOf(refs: InspectedRefs['branches']) {
  return { count: refs.length, names: refs.slice(0, MAX_NAMES).map(({ name }) => name) };
}

/** The import of a project. */
export const importRouter = router({
  /** Reads a repository without importing anything. Ends when the caller goes away. */
  inspect: procedure.input(z.object({ url: z.string() })).query(async ({ ctx, input, signal }) => {
    const { id, inspection } = await ctx.environment.machine.inspect(input.url.trim(), signal);
    const { refs, ...rest } = inspection;
    const { branches, tags, defaultBranch } = refs;
    const leftOut = refs.leftOut === undefined ? null : leftOutNote(refs.leftOut);
    return { id, ...rest, branches: namesOf(branches), tags: namesOf(tags), defaultBranch, leftOut };
  }),

  /** Says what is at a path of this computer while it is typed; null for other addresses, and for other people. */
  look: procedure
    .input(z.object({ address: z.string().max(4096) }))
    .query(({ ctx: { actor, environment }, input: { address } }) =>
      actor.kind === 'operator' && isLocalAddress(address) ? environment.machine.lookAtFolder(address) : null,
    ),

  /** Makes a folder a repository with one commit, for the person at this computer alone. */
  startRepository: procedure
    .input(z.object({ address: z.string().max(4096) }))
    .mutation(async ({ ctx: { services, actor, environment }, input: { address } }) => {
      services.access.requireOperator(actor);
      await environment.machine.startRepository(address);
      return { changed: [] };
    }),

  /** Advises what to build a project with that needs this tool and Python. */
  tools: procedure
    .input(
      z.object({
        docs: z.enum(['sphinx', 'mkdocs']).nullable(),
        python: z.string().regex(PYTHON_VERSION).nullable(),
      }),
    )
    .query(({ ctx: { environment }, input }) => environment.machine.adviseTools(input)),

  /** The slug that a name gives, and who has it already. */
  checkName: procedure
    .input(z.object({ name: z.string() }))
    .query(({ ctx: { services, actor }, input }) => services.projectImport.checkName(actor, input.name)),

  /** `inspection` names what `inspect` found; null imports without having looked. */
  create: procedure.input(z.object({ body: z.unknown(), inspection: z.string().nullable() })).mutation(
    change(({ ctx: { services, environment, actor }, input }) => {
      const body = parseBody(ProjectImportBody, input.body);
      const { inspection } = input;
      if (inspection === null) return { slug: services.projectImport.importProject(actor, body, undefined) };
      const refs = environment.machine.inspectedRefs(inspection, body.repository.url);
      if (!refs) throw new Conflict(INSPECTION_EXPIRED);
      return { slug: services.projectImport.importProject(actor, body, refs) };
    }),
  ),
});
