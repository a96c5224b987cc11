import { escapeHtml } from '../../model/base/text/escape-html.ts';
import { indentJson } from '../http/formats/indent-json.ts';
import type { Resource } from '../route.ts';
import { BROWSABLE_STYLE } from './browsable-style.ts';

/** The answer that a browsable page shows. */
export type BrowsableAnswer = {
  readonly resource: Resource;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The answer as compact JSON; '' for none. */
  readonly text: string;
  readonly username: string | null;
};

/** A whole string that is a URL. One with an escape is left as it is, since its text is not the URL. */
const LINK = /&quot;((?:https?:\/\/|\/api\/)[^\s&<>\\]*(?:&amp;[^\s&<>\\]*)*)&quot;/g;

/** Renders an answer as HTML (behaviour.md 1), with everything from outside escaped (safety S14). */
export function browsablePage(answer: BrowsableAnswer): string {
  const { resource, method, url, status, headers, username } = answer;
  const { STATUS_CODES } = process.getBuiltinModule('node:http');
  const shownHeaders = Object.entries({ ...headers, 'content-type': 'application/json' })
    .filter(([name]) => SHOWN_HEADERS.has(name))
    .map(([name, value]) => `${titleCase(name)}: ${escapeHtml(value)}`)
    .join('\n');
  return htmlPage(
    resource.name,
    username ?? 'no token',
    `<h1>${escapeHtml(resource.name)}</h1>
<p>${formatCode(escapeHtml(resource.description))}</p>
${status === 401 ? NEEDS_TOKEN : ''}<pre>${escapeHtml(`${method} ${url}`)}</pre>
<pre>HTTP ${status} ${STATUS_CODES[status] ?? ''}
${shownHeaders}

${linkify(pretty(answer.text))}</pre>
${operations(resource)}`,
  );
}

const NEEDS_TOKEN = `<p>A browser sends no token. Send the request from a terminal, or use an extension that sets the header:
<code>curl -H "Authorization: Token &lt;key&gt;" …</code></p>
`;

/** Turns the backticks of a description into code. */
function formatCode(escaped: string): string {
  return escaped.replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

const SHOWN_HEADERS = new Set(['allow', 'content-type', 'vary', 'www-authenticate', 'retry-after']);

/** Makes a whole page around `main`, which is HTML already. */
export function htmlPage(title: string, caller: string, main: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} · Lectern</title>
<meta name="viewport" content="width=device-width"><style>${BROWSABLE_STYLE}</style></head>
<body><header><b>Lectern</b><span>${escapeHtml(caller)}</span></header><main>${main}</main></body></html>`;
}

function operations({ path, routes }: Resource): string {
  const shown = escapeHtml(path.replaceAll(/:(\w+)/g, '{$1}'));
  const rows = routes
    .map(
      ({ method, summary }) =>
        `<tr><td><code>${method}</code></td><td><code>${shown}</code></td><td>${escapeHtml(summary)}</td></tr>`,
    )
    .join('');
  return `<table><tr><th>Method</th><th>Path</th><th>What it does</th></tr>${rows}</table>`;
}

function pretty(text: string): string {
  return text === '' ? '' : escapeHtml(indentJson(text, 4));
}

function linkify(escaped: string): string {
  return escaped.replaceAll(LINK, '&quot;<a href="$1">$1</a>&quot;');
}

function titleCase(name: string): string {
  return name.replaceAll(/(^|-)(www|[a-z])/g, (part) => part.toUpperCase());
}
