import { z } from 'zod';
import { sortedJson } from '../../model/base/text/sorted-json.ts';
import { languageName, programmingLanguageName } from '../../model/projects/languages/languages.ts';
import { RawJson } from '../http/answer-json.ts';
import { hasPlainText, type Resource } from '../route.ts';

type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
};

/** Makes the answer to OPTIONS: the resource, and the fields of its POST and PUT (behaviour.md 2). */
export function resourceMetadata(resource: Resource): RawJson {
  const actions = resource.routes
    .filter(({ method, body }) => body && (method === 'POST' || method === 'PUT'))
    .map(({ method, body }) => [method, body ? fields(body) : {}]);
  const metadata = {
    ...(actions.length > 0 ? { actions: Object.fromEntries(actions) } : {}),
    description: resource.description,
    name: resource.name,
    parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    renders: rendered(resource),
  };
  return new RawJson(sortedJson(metadata));
}

function rendered(resource: Resource): readonly string[] {
  const isV3 = resource.apiVersion === 'v3';
  return [
    'application/json',
    ...(isV3 ? ['text/html'] : []),
    ...(hasPlainText(resource) ? ['text/plain'] : []),
  ];
}

function fields(body: z.ZodType): object {
  return describeFields(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}

function describeFields(schema: JsonSchema): object {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      {
        ...(property.properties ? { children: describeFields(property) } : {}),
        ...(property.enum
          ? { choices: property.enum.map((value) => ({ display_name: displayName(name, value), value })) }
          : {}),
        label: label(name),
        ...(property.maxLength === undefined ? {} : { max_length: property.maxLength }),
        read_only: false,
        required: schema.required?.includes(name) ?? false,
        type: kind(property),
      },
    ]),
  );
}

const CHOICE_NAMES: Readonly<Record<string, string>> = {
  git: 'Git',
  svn: 'Subversion',
  hg: 'Mercurial',
  bzr: 'Bazaar',
  prefix: 'Prefix Redirect',
  page: 'Page Redirect',
  exact: 'Exact Redirect',
  sphinx_html: 'Sphinx HTMLDir -> HTML',
  sphinx_htmldir: 'Sphinx HTML -> HTMLDir',
};

/** Gives the name of a choice for people. */
function displayName(field: string, value: string): string {
  if (field === 'language') return languageName(value);
  if (field === 'programming_language') return value === '' ? '---------' : programmingLanguageName(value);
  return CHOICE_NAMES[value] ?? value;
}

function kind(property: JsonSchema): string {
  if (property.properties) return 'nested object';
  if (property.enum) return 'choice';
  const type = Array.isArray(property.type) ? property.type[0] : property.type;
  return type === undefined ? 'field' : String(type);
}

function label(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
