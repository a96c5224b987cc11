import type { Dialect } from '../../model/base/dialect.ts';
import type { Expandable } from '../http/flex-fields.ts';
import { PATH_PARAMETERS, type Resource, type Route } from '../route.ts';

const DESCRIPTIONS: Readonly<Record<keyof typeof PATH_PARAMETERS, string>> = {
  project_slug: 'Slug of the project.',
  version_slug: 'Slug of the version.',
  alias_slug: "The subproject's alias.",
  build_id: 'Id of the build.',
  redirect_id: 'The `pk` of the redirect.',
  integration_id: 'Number of the integration.',
  environmentvariable_id: 'The `pk` of the environment variable.',
  notification_id: 'Id of the notification.',
  organization_slug: 'Slug of the organisation.',
  username: 'Name of the user.',
  id: 'Id of the object.',
};

const LIST = { type: 'array', items: { type: 'string' } };
const SEPARATED_BY_COMMAS = { style: 'form', explode: false };

/** Parameters that operations share, by name, in the words of the specification's dialect. */
const COMMON_PARAMETERS: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    Object.entries(DESCRIPTIONS).map(([name, description]) => [
      name,
      {
        name,
        in: 'path',
        required: true,
        description,
        schema: pathSchema(name as keyof typeof PATH_PARAMETERS),
      },
    ]),
  ),
  limit: {
    name: 'limit',
    in: 'query',
    description:
      'How many items a page has. What is no number from 1 up counts as 10, more than 1000 as 1000.',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
  },
  offset: {
    name: 'offset',
    in: 'query',
    description: 'How many items come before the page.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  fields: {
    name: 'fields',
    in: 'query',
    description: 'The only members to answer. A dotted name reaches into an expanded member.',
    schema: LIST,
    ...SEPARATED_BY_COMMAS,
  },
  omit: {
    name: 'omit',
    in: 'query',
    description: 'Members to leave out. A dotted name reaches into an expanded member.',
    schema: LIST,
    ...SEPARATED_BY_COMMAS,
  },
  format: {
    name: 'format',
    in: 'query',
    description: '`json`, or `api` for a page to read; overrides the Accept header.',
    schema: { type: 'string', enum: ['json', 'api'] },
  },
};

/** Gives the parameters that these operations of a dialect share, by name. */
export function commonParameters(
  resources: readonly Resource[],
  dialect: Dialect,
): Readonly<Record<string, object>> {
  const paths = resources.map(({ path }) => path).join(' ');
  const used = Object.entries(COMMON_PARAMETERS).filter(
    ([name]) => !(name in PATH_PARAMETERS) || new RegExp(`:${name}\\b`).test(paths),
  );
  return { ...Object.fromEntries(used), ...(dialect === 'current' ? { limit: ANY_LIMIT } : {}) };
}

const ANY_LIMIT = {
  name: 'limit',
  in: 'query',
  description: 'How many items a page has. What is no number from 1 up counts as 10.',
  schema: { type: 'integer', minimum: 1, default: 10 },
};

/** What `format` may be at a path that answers text. */
const TEXT_FORMAT = {
  name: 'format',
  in: 'query',
  description: '`json`, or `txt` for plain text; overrides the Accept header.',
  schema: { type: 'string', enum: ['json', 'txt'] },
};

/** Gives references to the parameters of a path. */
export function pathParameters(path: string): readonly object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => reference(name));
}

/** Gives the query parameters of an operation. */
export function parametersOf({ apiVersion }: Resource, route: Route): readonly object[] {
  return [
    ...(route.list ? [reference('limit'), reference('offset')] : []),
    ...(route.query ?? []).map((parameter) => ({ ...parameter, in: 'query' })),
    ...(route.selectable ? [reference('fields'), reference('omit')] : []),
    ...(route.expandable ? [expandParameter(route.expandable)] : []),
    ...(apiVersion === 'v3' ? [reference('format')] : []),
    ...(route.plainText ? [TEXT_FORMAT] : []),
  ];
}

function reference(name: string): object {
  if (!Object.hasOwn(COMMON_PARAMETERS, name)) throw new Error(`There is no parameter ${name}.`);
  return { $ref: `#/components/parameters/${name}` };
}

function expandParameter(expandable: Expandable): object {
  return {
    name: 'expand',
    in: 'query',
    description: 'Members to add; `~all` and `*` stand for every one.',
    schema: { type: 'array', items: { type: 'string', enum: [...paths(expandable, ''), '~all', '*'] } },
    ...SEPARATED_BY_COMMAS,
  };
}

function paths(expandable: Expandable, prefix: string): string[] {
  return Object.entries(expandable).flatMap(([name, within]) => [
    prefix + name,
    ...paths(within, `${prefix}${name}.`),
  ]);
}

function pathSchema(name: keyof typeof PATH_PARAMETERS): object {
  const { source } = PATH_PARAMETERS[name];
  return source.startsWith('^\\d') ? { type: 'integer', minimum: 0 } : { type: 'string', pattern: source };
}
