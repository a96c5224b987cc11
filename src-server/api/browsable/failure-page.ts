import type { ServerResponse } from 'node:http';
import { CONTENT_TYPES } from '../http/common-headers.ts';
import { SERVER_ERROR } from '../http/problem-reply.ts';
import { sendText } from '../http/send-json.ts';
import { htmlPage } from './browsable-page.ts';

/** A whole page in the place of a body. */
export class Page {
  readonly html: string;
  constructor(title: string, text: string) {
    this.html = htmlPage(title, '', `<h1>${title}</h1><p>${text}</p>`);
  }
}

/** What today's service answers to a failure of its own (live-service.md 1). The cause stays in the log. */
export const FAILURE_PAGE = new Page('Server error', SERVER_ERROR);
const NOT_FOUND_PAGE = new Page('Not found', 'No page has this address.');

/** Answers a page outside the route table: for an address that does not exist, and for a failure of Lectern's own. */
export function sendPage(response: ServerResponse, status: 404 | 500): void {
  const { html } = status === 404 ? NOT_FOUND_PAGE : FAILURE_PAGE;
  sendText(response, status, html, CONTENT_TYPES.html);
}
