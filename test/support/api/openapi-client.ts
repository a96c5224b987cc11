import type { Received, RequestHeaders } from './http-request.ts';
import { formatProblems } from './json-text.ts';
import { deref, isObject, type JsonObject, resolveRef, schemaChecker } from './schema-checker.ts';

/** A request and its response. */
export type Exchange = {
  readonly method: string;
  /** The path with its query, as sent. */
  readonly path: string;
  /** Headers beyond the defaults, in lower case. */
  readonly sent: RequestHeaders;
  /** Sent as raw bytes, possibly invalid HTTP. */
  readonly isRaw?: boolean;
  readonly answer: Received;
};

/** Lists violations of the OpenAPI document in a response. */
export type Contract = (exchange: Exchange) => string[];

type Found = { readonly template: string; readonly item: JsonObject; readonly slashAdded: boolean };

const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const SHARED_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  429: 'TooManyRequests',
};
/** Response of a path to OPTIONS (behaviour.md 2), omitted from the document for brevity. */
const METADATA: JsonObject = {
  type: 'object',
  properties: {
    actions: { type: 'object' },
    description: { type: 'string' },
    name: { type: 'string' },
    parses: { type: 'array', items: { type: 'string' } },
    renders: { type: 'array', items: { type: 'string' } },
  },
  required: ['description', 'name', 'parses', 'renders'],
  additionalProperties: false,
};
const LEAKS =
  /(\n|\\n)\s+at |node:internal|node_modules|\.[cm]?[jt]s:\d+|SQLITE_|\bSQLite\b|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\s+\w+.*\b(FROM|VALUES|SET|WHERE)\b|["' (]\/(home|root|tmp|usr|var|Users)\//;

/** Reads the document once and returns a checker for exchanges. */
export function createContract(document: JsonObject): Contract {
  const isCurrent = document['x-dialect'] === 'current';
  const schemas = schemaChecker(document);
  const paths = Object.entries(document.paths as Readonly<Record<string, JsonObject>>).map(
    ([template, item]) => ({
      template,
      item,
      pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }),
  );
  const shared = (name: string): JsonObject => resolveRef(document, `#/components/responses/${name}`);

  function find(pathname: string): Found | undefined {
    if (!isReadable(pathname)) return undefined;
    for (const [path, slashAdded] of [
      [pathname, false],
      [`${pathname}/`, true],
    ] as const) {
      const fitting = paths.filter(({ pattern }) => pattern.test(path));
      // A path without parameters takes precedence over one with parameters.
      const best = fitting.find(({ template }) => template === path) ?? fitting[0];
      if (best) return { ...best, slashAdded };
    }
    return undefined;
  }

  /** Returns the documented response, or the reason why there is none. */
  function described(exchange: Exchange, found: Found | undefined): JsonObject | string {
    const { method, answer } = exchange;
    const { status } = answer;
    const refused = isRejectedEarly(exchange, isCurrent);
    if (refused) return refused === 'empty' ? { description: '' } : shared(refused);
    if (!found && isCurrent && status === 404 && /^\/api\/v[23]\//.test(pathOf(exchange.path)))
      return { description: '', content: { 'text/html': { schema: { type: 'string' } } } };
    if (!found)
      return status === 404
        ? shared('NotFound')
        : `status ${status} for a path that the document does not have`;
    const { item, template, slashAdded } = found;
    if (slashAdded && (isCurrent || method === 'GET' || method === 'HEAD')) {
      return status === 301 ? shared('SlashAdded') : `status ${status} instead of 301 to the slashed path`;
    }
    const operation = item[method === 'HEAD' ? 'get' : method.toLowerCase()];
    if (!isObject(operation)) return undocumented(method, template, status);
    const response = (operation.responses as JsonObject)[String(status)];
    const known = Object.keys(operation.responses as JsonObject).join(', ');
    return isObject(response)
      ? deref(document, response)
      : `status ${status} is not among those of ${method} ${template}: ${known}`;
  }

  /** Returns the response to a method that the path does not support, or to OPTIONS. */
  function undocumented(method: string, template: string, status: number): JsonObject | string {
    const isApi = /^\/api\/v\d/.test(template);
    if (method === 'OPTIONS' && isApi && status === 200) {
      return { description: '', content: { 'application/json': { schema: METADATA } } };
    }
    const name = SHARED_BY_STATUS[status];
    if (name === undefined || (method === 'OPTIONS' && status === 405 && isApi)) {
      return `status ${status} for ${method}, which ${template} does not document`;
    }
    return shared(name);
  }

  function bodyProblems(exchange: Exchange, response: JsonObject, found: Found | undefined): string[] {
    const { method, path, answer } = exchange;
    const { text, headers } = answer;
    const type = headers['content-type'];
    if (method === 'HEAD') return text === '' ? [] : ['HEAD was answered with a body'];
    if (!isObject(response.content) || (response['x-body-may-be-empty'] && text === '')) {
      const problems = text === '' ? [] : [`a body where there is none to be: ${text.slice(0, 80)}`];
      return type === undefined ? problems : [...problems, `a Content-Type (${type}) without a body`];
    }
    if (type === undefined) return ['no Content-Type'];
    const media = type.split(';')[0] ?? '';
    const isNegotiated = 'application/json' in response.content;
    if (isNegotiated && media === 'text/html' && writesHtml(found, method))
      return htmlProblems(exchange, type);
    if (isNegotiated && media === 'text/plain' && writesText(found)) return textProblems(exchange, type);
    const content = response.content[media];
    if (!isObject(content))
      return [`Content-Type ${type} instead of ${Object.keys(response.content).join(' or ')}`];
    if (media !== 'application/json') return text === '' ? ['an empty body'] : [];
    if (type !== media) return [`Content-Type ${type} instead of application/json`];
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return [`the body is no JSON: ${text.slice(0, 80)}`];
    }
    const query = queryOf(path);
    const hasQuery = (name: string) =>
      isCurrent ? query.has(name) || query.has(`${name}[]`) : Boolean(query.getAll(name).at(-1));
    const extent = hasQuery('fields') || hasQuery('omit') ? 'selection' : 'whole';
    const plain = /indent=\d/i.test(String(exchange.sent.accept ?? '')) ? withoutIndent(text) : text;
    return [...formatProblems(plain), ...schemas.faults(content.schema as JsonObject, value, extent)];
  }

  function headerProblems({ answer }: Exchange, response: JsonObject): string[] {
    return Object.entries((response.headers ?? {}) as Readonly<Record<string, JsonObject>>).flatMap(
      ([name, header]) => {
        const value = answer.headers[name.toLowerCase()];
        if (value === undefined) return header.required ? [`no ${name} header`] : [];
        const schema = header.schema as JsonObject;
        const typed = schema.type === 'integer' && value !== '' ? Number(value) : value;
        return schemas.faults(schema, typed).map((problem) => problem.replace(/^body/, `header ${name}`));
      },
    );
  }

  return function check(exchange) {
    const { path, answer } = exchange;
    const found = find(withoutSuffix(pathOf(path)));
    const response = described(exchange, found);
    const problems =
      typeof response === 'string'
        ? [response]
        : [...bodyProblems(exchange, response, found), ...headerProblems(exchange, response)];
    const leak = answer.status >= 400 ? leakIn(answer.text) : undefined;
    if (leak !== undefined) problems.push(`the refusal tells of our insides: ${leak}`);
    const allow = found && !isRejectedEarly(exchange, isCurrent) ? allowed(found, answer.status) : undefined;
    if (allow !== undefined && answer.headers.allow !== allow) {
      problems.push(`Allow is "${answer.headers.allow ?? ''}" instead of "${allow}"`);
    }
    return problems;
  };
}

/** Returns code, paths or SQL in the text of an error response (safety S16); undefined when there is none. */
function leakIn(text: string): string | undefined {
  const folder = process.cwd();
  return text.includes(folder) ? folder : LEAKS.exec(text)?.[0].trim();
}

/** Returns the path of a request target, which may be a full URL. */
function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/]*/, '').split('?')[0] ?? '';
}

function queryOf(target: string): URLSearchParams {
  return new URLSearchParams(target.split('?').slice(1).join('?'));
}

/** Returns whether the percent encoding of a path is valid. */
function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** Returns the response of requests rejected before routing (safety S2 to S4, S9); 'empty' for a preflight. */
function isRejectedEarly(
  { method, path, sent, isRaw, answer: { status } }: Exchange,
  isCurrent: boolean,
): string | undefined {
  if (isCurrent && status === 400 && /\?.*%00/.test(path)) return 'NullByte';
  if (isRaw && (status === 400 || status === 408 || status === 431)) return 'Unreadable';
  const host = [sent.host].flat();
  const isPage = sent.origin !== undefined || sent['sec-fetch-site'] !== undefined;
  if (status === 431) return 'Unreadable';
  if (status === 421 && ('host' in sent || isRaw)) return 'Misdirected';
  if (status === 403 && isPage) return 'Forbidden';
  if (status === 404 && host.some((name) => /[^.]\.localhost/.test(name ?? ''))) return 'NotFound';
  if (status === 204 && method === 'OPTIONS' && isPage) return 'empty';
  return undefined;
}

/** Returns the path that a path with a format at its end stands for. */
function withoutSuffix(path: string): string {
  return /^\/api\/v[23]\//.test(path) ? path.replace(/\/?\.(?:json|api|txt)$/, '/') : path;
}

/** Returns JSON without the white space between its tokens. */
function withoutIndent(text: string): string {
  return text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

/** Returns whether an error response may be text, like the regular response. */
function writesText(found: Found | undefined): boolean {
  return JSON.stringify(found?.item.get ?? {}).includes('"text/plain"');
}

function textProblems({ answer, sent, path }: Exchange, type: string): string[] {
  const acceptsText =
    /plain|text\/\*/.test(String(sent.accept ?? '')) || /format=txt\b|\.txt(?:$|\?)/.test(path);
  return [
    ...(acceptsText ? [] : ['text that nobody asked for']),
    ...(type === 'text/plain; charset=utf-8' ? [] : [`Content-Type ${type}`]),
    ...(answer.text === '' ? ['an empty body'] : []),
  ];
}

/** Returns whether an error response may be HTML, like the regular response. */
function writesHtml(found: Found | undefined, method: string): boolean {
  if (!found) return false;
  return found.template.startsWith('/api/v3/') || (found.template === '/' && method === 'GET');
}

function htmlProblems({ answer, sent, path }: Exchange, type: string): string[] {
  const acceptsHtml =
    /html|\*/.test(String(sent.accept ?? '')) || /[?&]format=api\b|\.api(?:$|\?)/.test(path);
  return [
    ...(acceptsHtml ? [] : ['HTML that nobody asked for']),
    ...(type === 'text/html; charset=utf-8' ? [] : [`Content-Type ${type}`]),
    ...(answer.text.startsWith('<!doctype html>') ? [] : ['HTML without its doctype']),
    ...(answer.headers['content-security-policy'] ? [] : ['HTML without a Content-Security-Policy']),
  ];
}

/** Returns the expected Allow header of an API path (behaviour.md 3); undefined when none is expected. */
function allowed({ template, item }: Found, status: number): string | undefined {
  if (!/^\/api\/v\d/.test(template) || status === 301) return undefined;
  const taken = ORDER.filter((method) => isObject(item[method.toLowerCase()]));
  return [...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}
