import type { Request } from 'express';
import { browsablePage } from './browsable/browsable-page.ts';
import { Page } from './browsable/failure-page.ts';
import { answerJson } from './http/answer-json.ts';
import { indentJson } from './http/formats/indent-json.ts';
import type { Format } from './http/formats/negotiate.ts';
import type { Resource } from './route.ts';

/** A request as far as the text of its answer depends on it. */
export type Writing = {
  readonly request: Request;
  readonly format: Format;
  /** Spaces by which JSON is indented; 0 for compact JSON. */
  readonly indent: number;
  readonly username: string | null;
};

/** Writes an answer in the format of its request. */
export function writeAnswer(
  { request, format, indent, username }: Writing,
  resource: Resource,
  status: number,
  result: unknown,
  headers: Readonly<Record<string, string>>,
): string {
  if (result instanceof Page) return result.html;
  if (format === 'text') return plainText(resource, request.method, status, result);
  const text = answerJson(result);
  if (format === 'json') return indent === 0 ? text : indentJson(text, indent);
  return browsablePage({
    resource,
    method: request.method,
    url: request.originalUrl,
    status,
    headers,
    text: result === undefined ? '' : text,
    username,
  });
}

/** Writes an answer of the resource as text; of a refusal its sentence alone. */
function plainText({ routes }: Resource, method: string, status: number, result: unknown): string {
  if (status >= 400) return String((result as { readonly detail?: unknown } | undefined)?.detail ?? '');
  const route = routes.find((each) => each.method === (method === 'HEAD' ? 'GET' : method));
  return route?.plainText?.(result) ?? answerJson(result);
}
