import type { Side, SideAnswer } from './in-process-side.ts';

type Row = Readonly<Record<string, unknown>>;

/** One edit on one side. Its numbers choose among what the side has when it is made. */
export type Edit = {
  readonly side: 'here' | 'there';
  readonly kind: EditKind;
  readonly project: number;
  readonly object: number;
  readonly choice: number;
};

/** Makes texts that occur once: `n17x`. */
export type Marks = { readonly next: () => string };

/** Creates the source of texts of one run. */
export function createMarks(): Marks {
  let count = 0;
  return {
    next: () => {
      count += 1;
      return `n${count}x`;
    },
  };
}

/** Finds the texts of `Marks` in whatever is written as JSON. */
export function marksIn(value: unknown): Set<string> {
  return new Set(JSON.stringify(value).match(/n\d+x/g) ?? []);
}

/** Makes the value of a variable. Nobody can compare values, so they are not followed as other texts are. */
export function secretOf(mark: string): string {
  return `value ${mark.slice(1)}`;
}

type EditWork = {
  readonly side: Side;
  /** Where the project is in the API. */
  readonly path: string;
  readonly slug: string;
  readonly slugs: readonly string[];
  readonly edit: Edit;
  readonly mark: () => string;
  readonly isHere: boolean;
};

const FIELDS: readonly ((mark: string, choice: number) => Row)[] = [
  (mark) => ({ name: `Name ${mark}` }),
  (mark) => ({ homepage: `https://example.org/${mark}` }),
  (mark) => ({ tags: ['fixed', mark] }),
  (mark) => ({ default_version: `v-${mark}` }),
  (mark) => ({ default_branch: `branch-${mark}` }),
  (mark) => ({ repository: { url: `https://example.org/${mark}.git` } }),
  (mark) => ({ readthedocs_yaml_path: `${mark}/.readthedocs.yaml` }),
  (_mark, choice) => ({ language: ['en', 'de', 'pt-br'][choice % 3] }),
  (_mark, choice) => ({ programming_language: ['words', 'py', 'js'][choice % 3] }),
  (_mark, choice) => ({
    versioning_scheme: ['multiple_versions_with_translations', 'single_version_without_translations'][
      choice % 2
    ],
  }),
];

const REDIRECT_FIELDS: readonly ((mark: string, choice: number) => Row)[] = [
  (mark) => ({ description: mark }),
  (mark) => ({ to_url: `/${mark}` }),
  (mark) => ({ from_url: `/from-${mark}` }),
  (_mark, choice) => ({ force: choice % 2 === 0 }),
  (_mark, choice) => ({ enabled: choice % 2 === 0 }),
  (_mark, choice) => ({ http_status: choice % 2 === 0 ? 301 : 302 }),
];

const EDITS = {
  async project({ side, path, edit, mark }: EditWork) {
    const fields = FIELDS[edit.object % FIELDS.length]?.(mark(), edit.choice);
    await call(side, 'PATCH', path, fields);
  },

  async version({ side, path, edit }: EditWork) {
    const version = chosen(await rows(side, `${path}versions/`), edit.object);
    if (!version) return;
    const name = edit.choice % 2 === 0 ? 'active' : 'hidden';
    await call(side, 'PATCH', `${path}versions/${String(version.slug)}/`, { [name]: !version[name] });
  },

  async 'redirect-create'({ side, path, edit, mark }: EditWork) {
    // Few addresses, so that both sides make the same one now and then.
    const same = edit.choice % 3 === 0;
    await call(side, 'POST', `${path}redirects/`, {
      ...{ type: edit.choice % 2 === 0 ? 'page' : 'exact', description: mark() },
      ...{
        from_url: same ? `/same-${edit.object % 2}` : `/from-${mark()}`,
        to_url: same ? '/same' : `/${mark()}`,
      },
      position: edit.object % 5,
    });
  },

  async 'redirect-update'({ side, path, edit, mark }: EditWork) {
    const redirect = chosen(await rows(side, `${path}redirects/`), edit.object);
    if (!redirect) return;
    const fields = REDIRECT_FIELDS[edit.choice % REDIRECT_FIELDS.length]?.(mark(), edit.choice >> 3);
    await call(side, 'PATCH', `${path}redirects/${String(redirect.pk)}/`, fields);
  },

  async 'redirect-move'({ side, path, edit }: EditWork) {
    const redirect = chosen(await rows(side, `${path}redirects/`), edit.object);
    if (!redirect) return;
    await call(side, 'PATCH', `${path}redirects/${String(redirect.pk)}/`, { position: edit.choice % 6 });
  },

  async 'redirect-delete'({ side, path, edit }: EditWork) {
    const redirect = chosen(await rows(side, `${path}redirects/`), edit.object);
    if (redirect) await call(side, 'DELETE', `${path}redirects/${String(redirect.pk)}/`);
  },

  async 'variable-create'({ side, path, edit, mark }: EditWork) {
    const name = edit.choice % 3 === 0 ? `SAME_${edit.object % 2}` : `NAME_${mark()}`;
    const isTaken = (await rows(side, `${path}environmentvariables/`)).some((row) => row.name === name);
    if (isTaken) return;
    const body = { name, value: secretOf(mark()), public: edit.choice % 2 === 0 };
    await call(side, 'POST', `${path}environmentvariables/`, body);
  },

  async 'variable-change'({ side, slug, path, edit, mark, isHere }: EditWork) {
    const variable = chosen(await rows(side, `${path}environmentvariables/`), edit.object);
    if (!variable) return;
    const { environmentVariables } = side.core.services;
    const name = String(variable.name);
    if (isHere && edit.choice % 4 === 0)
      return environmentVariables.setPublic(side.operator, slug, Number(variable.pk), !variable.public);
    if (isHere) {
      await environmentVariables.replace(side.operator, slug, name, secretOf(mark()));
      return;
    }
    // The service has no other way: the new one, then without the old one.
    const body = { name, value: secretOf(mark()), public: variable.public };
    await call(side, 'POST', `${path}environmentvariables/`, body);
    await call(side, 'DELETE', `${path}environmentvariables/${String(variable.pk)}/`);
  },

  async 'variable-delete'({ side, path, edit }: EditWork) {
    const variable = chosen(await rows(side, `${path}environmentvariables/`), edit.object);
    if (variable) await call(side, 'DELETE', `${path}environmentvariables/${String(variable.pk)}/`);
  },

  async 'subproject-create'({ side, slugs, edit, mark }: EditWork) {
    // Two sides that nest them the other way round would need a person.
    const [parent, ...others] = slugs;
    const child = chosen(others, edit.object);
    const alias = edit.choice % 2 === 0 ? `alias-${mark()}` : undefined;
    // It may be one already, which is refused.
    await side.call('POST', `projects/${parent}/subprojects/`, { child, ...(alias && { alias }) });
  },

  async 'subproject-delete'({ side, path, edit }: EditWork) {
    const relation = chosen(await rows(side, `${path}subprojects/`), edit.object);
    if (relation) await call(side, 'DELETE', `${path}subprojects/${String(relation.alias)}/`);
  },
} satisfies Readonly<Record<string, (work: EditWork) => Promise<unknown>>>;

export type EditKind = keyof typeof EDITS;
/** Every kind of edit; creations come more often, so that there is something to change. */
export const EDIT_KINDS: readonly EditKind[] = [
  ...(Object.keys(EDITS) as EditKind[]),
  ...(['redirect-create', 'redirect-create', 'variable-create', 'project'] as const),
];

/** Makes an edit on a side. An edit for which the side has no object does nothing. */
export async function applyEdit(side: Side, edit: Edit, marks: Marks): Promise<void> {
  const slugs = (await rows(side, 'projects/')).map(({ slug }) => String(slug));
  const slug = chosen(slugs, edit.project);
  if (slug === undefined) return;
  const path = `projects/${slug}/`;
  const isHere = edit.side === 'here';
  await EDITS[edit.kind]({ side, path, slug, slugs, edit, mark: marks.next, isHere });
}

function chosen<T>(list: readonly T[], number: number): T | undefined {
  return list.length === 0 ? undefined : list[number % list.length];
}

async function rows(side: Side, path: string): Promise<readonly Row[]> {
  const { json } = await call(side, 'GET', `${path}?limit=1000`);
  return (json as { readonly results: readonly Row[] }).results;
}

async function call(side: Side, method: string, path: string, body?: unknown): Promise<SideAnswer> {
  const answer = await side.call(method, path, body);
  if (answer.status >= 400)
    throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.json)}`);
  return answer;
}
