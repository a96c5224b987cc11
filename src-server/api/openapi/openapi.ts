import { DEFAULT_DIALECT, type Dialect } from '../../model/base/dialect.ts';
import type { Expandable } from '../http/flex-fields.ts';
import type { Resource, Route } from '../route.ts';
import { commonParameters, parametersOf, pathParameters } from './openapi-parameters.ts';
import { PLAIN_PATHS } from './openapi-plain-paths.ts';
import { problemSchemas, refusalsOf, sharedResponses } from './openapi-responses.ts';
import {
  type ConvertedSchemas,
  convertSchemas,
  createSelections,
  type JsonSchema,
  pageOf,
  toFormSchema,
} from './openapi-schemas.ts';
import { CURRENT_TAGS, TAGS, tagOf } from './openapi-tags.ts';

const DESCRIPTION = `
Lectern answers JSON; v3 also answers HTML on request (\`Accept: text/html\` or \`?format=api\`), refusals
included, and a build of v2 answers its log as text (\`text/plain\` or \`txt\`). A path may end in \`.json\`, \`.api\` or \`.txt\`
instead of its slash. JSON is indented for \`Accept: application/json; indent=4\`. Keys of objects are sorted. Every GET also answers HEAD; every path answers OPTIONS with a description of
itself, and any method that is not listed with 405. A path without its final slash is a 301 for GET and HEAD, and is
taken as if it were there for the rest. A body may be JSON or a form; an empty one is \`{}\`; unknown keys are ignored.
Only requests for this computer's own names are served (421), and none that a page of another origin sends (403).
An address that is not listed is a 404.
`.trim();

const CURRENT_DESCRIPTION = `
Lectern answers JSON as the service does today; v3 also answers HTML on request (\`Accept: text/html\` or
\`?format=api\`), refusals included. Keys of objects are sorted, links are absolute, and no answer of v3 has an ETag. What
is public may be read without a token. Every GET also answers HEAD; every path answers OPTIONS with a description of
itself. A path without its final slash is a 301 for every method, so give the slash. A body may be JSON or a form; an
empty one is \`{}\`; unknown keys are ignored. Only requests for this computer's own names are served (421), and none that
a page of another origin sends (403). An address that is not listed is a 404, with a page; so is a failure of Lectern's
own (500). A null byte in a value of the query is a 400, as plain text.
`.trim();

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** What a document is about. */
export type DocumentInfo = { readonly version: string; readonly dialect?: Dialect };

/**
 * Describes every route as OpenAPI 3.1, from the same table that mounts the server, so that the two cannot drift apart
 * (architecture, decision 4).
 * @throws Error when two routes have the same operationId, or two schemas the same name
 */
export function openapiDocument(resources: readonly Resource[], info: DocumentInfo): object {
  const { dialect = DEFAULT_DIALECT } = info;
  const routes = resources.flatMap((resource) => resource.routes);
  const answers = convertAll(routes, 'answer', 'output');
  const bodies = convertAll(routes, 'body', 'input');
  const refusals = convertAll(routes, 'refusal', 'output');
  const selections = createSelections(answers.components, expandableNames(routes));
  checkOperationIds(routes);

  function contentOf(resource: Resource, route: Route): Content {
    const answer = answers.of(route);
    const item = route.selectable ? selections.of(answer) : answer;
    return {
      'application/json': { schema: route.list ? pageOf(item) : item },
      ...(resource.apiVersion === 'v3' ? { 'text/html': { schema: { type: 'string' } } } : {}),
      ...(route.plainText ? { 'text/plain': { schema: { type: 'string' } } } : {}),
    };
  }

  function operation(resource: Resource, route: Route): object {
    return {
      operationId: route.operationId,
      summary: route.summary,
      tags: [tagOf(resource)],
      ...(resource.apiVersion === 'v2' ? { deprecated: true } : {}),
      security: securityOf(resource, route, dialect),
      parameters: parametersOf(resource, route),
      ...(route.body ? { requestBody: requestBody(bodies.of(route)) } : {}),
      responses: {
        [route.status]: {
          description: success(route),
          ...(route.status === 204 ? {} : { content: contentOf(resource, route) }),
        },
        ...refusalsOf(resource, route, dialect),
        ...(route.refusal && {
          [route.refusalStatus ?? 400]: {
            description: 'Nothing was done.',
            content: { 'application/json': { schema: refusals.of(route) } },
          },
        }),
      },
    };
  }

  function pathItem(resource: Resource): object {
    const parameters = pathParameters(resource.path);
    return {
      ...(parameters.length > 0 ? { parameters } : {}),
      ...Object.fromEntries(
        resource.routes.map((route) => [route.method.toLowerCase(), operation(resource, route)]),
      ),
    };
  }

  const paths = Object.fromEntries(
    resources.map((resource) => [toPathTemplate(resource.path), pathItem(resource)]),
  );
  return {
    openapi: '3.1.0',
    ...(dialect === DEFAULT_DIALECT ? {} : { 'x-dialect': dialect }),
    info: {
      title: 'Lectern',
      version: info.version,
      description: dialect === 'current' ? CURRENT_DESCRIPTION : DESCRIPTION,
      license: { name: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that answered this.' }],
    tags: dialect === 'current' ? CURRENT_TAGS : TAGS,
    paths: { ...PLAIN_PATHS, ...paths },
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Token <key>`: the word Token, a space, and the 40 characters of a token.',
        },
      },
      parameters: commonParameters(resources, dialect),
      responses: sharedResponses(dialect),
      schemas: mergeSchemas(
        problemSchemas(dialect),
        answers.components,
        selections.components,
        refusals.components,
        bodies.components,
      ),
    },
  };
}

/** Says whether an operation needs a token, takes one or ignores it. */
function securityOf(resource: Resource, { access }: Route, dialect: Dialect): readonly object[] {
  const isV3 = resource.apiVersion === 'v3';
  if ((isV3 || resource.acceptsToken) && access !== 'open' && access !== 'visible') return [{ token: [] }];
  return resource.acceptsToken || (isV3 && dialect === 'current') ? [{ token: [] }, {}] : [];
}

/** Writes `/projects/:project_slug/` as OpenAPI does. */
function toPathTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** @throws Error when two routes have the same operationId */
function checkOperationIds(routes: readonly Route[]): void {
  const seen = new Set<string>();
  for (const { operationId } of routes) {
    if (seen.has(operationId)) throw new Error(`Two routes have the operationId ${operationId}.`);
    seen.add(operationId);
  }
}

function convertAll(routes: readonly Route[], part: 'answer' | 'body' | 'refusal', io: 'input' | 'output') {
  const withSchema = routes.filter((route) => route[part] !== undefined);
  const all = withSchema.flatMap((route) => route[part] ?? []);
  const { schemas, components }: ConvertedSchemas = convertSchemas(all, io);
  const byRoute = new Map(withSchema.map((route, index) => [route, schemas[index]]));
  return {
    components,
    /** Gives the schema of a route's answer or body; one that allows anything when it has none. */
    of: (route: Route): JsonSchema => byRoute.get(route) ?? {},
  };
}

function requestBody(schema: JsonSchema): object {
  return {
    required: schema.required !== undefined,
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': { schema: toFormSchema(schema) },
    },
  };
}

function success({ status, list }: Route): string {
  switch (status) {
    case 200:
      return list ? 'A page of the list.' : 'What was asked for.';
    case 201:
      return 'Created.';
    case 202:
      return 'Accepted; the work goes on.';
    case 204:
      return 'Done; there is no body.';
    default:
      return status satisfies never;
  }
}

function expandableNames(routes: readonly Route[]): Set<string> {
  const names = new Set<string>();
  const visit = (level: Expandable): void => {
    for (const [name, within] of Object.entries(level)) {
      names.add(name);
      visit(within);
    }
  };
  for (const route of routes) visit(route.expandable ?? {});
  return names;
}

/** Merges groups of named schemas. @throws Error when two different schemas have the same name */
function mergeSchemas(
  ...groups: readonly Readonly<Record<string, JsonSchema>>[]
): Record<string, JsonSchema> {
  const all: Record<string, JsonSchema> = {};
  for (const [name, schema] of groups.flatMap((group) => Object.entries(group))) {
    const known = all[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas have the name ${name}.`);
    }
    all[name] = schema;
  }
  return all;
}
