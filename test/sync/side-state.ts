import type { Side } from './in-process-side.ts';

/** A side whose state is read. */
export type ReadSide = Pick<Side, 'call'> & { readonly core: Pick<Side['core'], 'services'> };

type Row = Readonly<Record<string, unknown>>;

/** The state of a project in what a push can send, as the API of today answers it. */
export type ProjectState = {
  readonly fields: Row;
  /** Each by its slug. */
  readonly versions: readonly Row[];
  /** In the order in which they are tried. */
  readonly redirects: readonly Row[];
  /** By name; values as builds get them, null where none is known. */
  readonly variables: readonly Row[];
  /** By child. */
  readonly subprojects: readonly Row[];
};

/** Reads all projects of a side, by slug. */
export async function sideState(side: ReadSide): Promise<Readonly<Record<string, ProjectState>>> {
  const projects = await rowsOf(side, 'projects/');
  const states: [string, ProjectState][] = [];
  for (const project of projects) states.push([String(project.slug), await projectState(side, project)]);
  return Object.fromEntries(states);
}

/** Returns a state without what a service never answers, so that two sides can be compared. */
export function withoutValues(
  state: Readonly<Record<string, ProjectState>>,
): Readonly<Record<string, ProjectState>> {
  const entries = Object.entries(state).map(([slug, project]): [string, ProjectState] => [
    slug,
    { ...project, variables: project.variables.map(({ value: _value, ...rest }) => rest) },
  ]);
  return Object.fromEntries(entries);
}

/** Returns the projects without a branch that was chosen: once a choice is taken back, what was pushed stays there. */
export function withoutBranchHere({ core }: Side): readonly string[] {
  return core.database
    .prepare<[], string>('SELECT slug FROM projects WHERE default_branch IS NULL')
    .pluck()
    .all();
}

/** Returns a state as `withoutValues` does, and without the branch of these projects. */
export function comparable(
  state: Readonly<Record<string, ProjectState>>,
  unchosen: readonly string[],
): Readonly<Record<string, ProjectState>> {
  const entries = Object.entries(withoutValues(state)).map(([slug, project]): [string, ProjectState] => {
    const { default_branch: _, ...fields } = project.fields;
    return [slug, unchosen.includes(slug) ? { ...project, fields } : project];
  });
  return Object.fromEntries(entries);
}

/** Finds texts that only one object can have, and that several have. */
export function twice(state: Readonly<Record<string, ProjectState>>): readonly string[] {
  return Object.values(state).flatMap(({ redirects, variables }) => {
    const texts = [
      ...redirects.flatMap(({ description }) => (description ? [String(description)] : [])),
      ...variables.map(({ name }) => String(name)),
    ];
    return texts.filter((text, index) => texts.indexOf(text) !== index);
  });
}

async function projectState(side: ReadSide, project: Row): Promise<ProjectState> {
  const path = `projects/${String(project.slug)}/`;
  const id = Number(project.id);
  const values = await side.core.services.environmentVariables.forBuild(id);
  const [versions, redirects, variables, subprojects] = await Promise.all(
    ['versions', 'redirects', 'environmentvariables', 'subprojects'].map((list) =>
      rowsOf(side, `${path}${list}/`),
    ),
  );
  return {
    fields: fieldsOf(project),
    versions: sorted(versions, (row) => pick(row, ['slug', 'active', 'hidden', 'privacy_level'])),
    redirects: (redirects ?? []).map((row) =>
      pick(row, ['type', 'from_url', 'to_url', 'force', 'enabled', 'description', 'http_status']),
    ),
    variables: sorted(variables, (row) => ({
      ...pick(row, ['name', 'public']),
      value: values.get(String(row.name)) ?? null,
    })),
    subprojects: sorted(subprojects, ({ alias, child }) => ({ child: (child as Row).slug, alias })),
  };
}

function fieldsOf(project: Row): Row {
  const { language, programming_language, repository } = project as Readonly<Record<string, Row>>;
  return {
    ...pick(project, ['name', 'homepage', 'default_version', 'default_branch', 'tags', 'versioning_scheme']),
    ...pick(project, ['readthedocs_yaml_path']),
    ...{ repository: repository?.url, language: language?.code },
    programming_language: programming_language?.code,
  };
}

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

function sorted(rows: readonly Row[] | undefined, shape: (row: Row) => Row): Row[] {
  const byText = (one: Row, other: Row) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  return (rows ?? []).map(shape).sort(byText);
}

async function rowsOf(side: ReadSide, path: string): Promise<readonly Row[]> {
  const { status, json } = await side.call('GET', `${path}?limit=1000`);
  if (status !== 200) throw new Error(`GET ${path} was answered ${status}.`);
  return (json as { readonly results: readonly Row[] }).results;
}
