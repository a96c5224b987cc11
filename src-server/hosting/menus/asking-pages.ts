import { readFileSync, statSync } from 'node:fs';
import { isHtml, type PageFile } from '../pages/page-files.ts';
import { type Addition, findHead } from '../pages/page-head.ts';
import { ADDONS_SCRIPT_PATH } from './addons-script.ts';

/** Larger pages are sent as they are, in bytes. */
const MAX_PAGE = 4 * 1024 * 1024;
const NAME = 'readthedocs-addons-api-version';
const META = new RegExp(`^<meta\\b(?:[^>]*[\\s"'])?name\\s*=\\s*(?:"${NAME}"|'${NAME}'|${NAME}[\\s/>])`, 'i');
/** The beginning of a tag up to the address of the script; a tag is at most this long, so that no page takes long. */
const SCRIPT = /<script\b[^<>]*\ssrc\s*=\s*["']?[^"'\s<>]*$/i;
const MAX_TAG = 1000;
const TAG = Buffer.from(`<script async src="${ADDONS_SCRIPT_PATH}"></script>`);

/** Gives the script that a page gets in addition; undefined for a page that is sent as it is. */
export type FindAddition = (file: PageFile) => Addition | undefined;

/**
 * Creates what finds the pages that ask for the data of their menu in a meta element and do not load the script for it
 * themselves. What was found is cached with the file, so a page is read for it once.
 */
export function createAskingPages(): FindAddition {
  const cache = new WeakMap<PageFile, Addition | 'none'>();
  return (file) => {
    const cached = cache.get(file);
    if (cached !== undefined) return cached === 'none' ? undefined : cached;
    try {
      const addition = isHtml(file.path) ? findAddition(file.path) : undefined;
      cache.set(file, addition ?? 'none');
      return addition;
    } catch {
      return undefined; // gone, as sending it will show
    }
  };
}

/** @throws NodeJS.ErrnoException */
function findAddition(path: string): Addition | undefined {
  if (statSync(path).size > MAX_PAGE) return undefined;
  return additionTo(readFileSync(path));
}

/**
 * Gives the script that a page gets in addition. It stands at the end of the head, as at today's service, so that a
 * policy in a meta element applies to it.
 */
export function additionTo(page: Buffer): Addition | undefined {
  if (!page.includes(NAME)) return undefined;
  const { end, elements } = findHead(page);
  if (!elements.some((element) => META.test(element))) return undefined;
  return loadsScript(page.toString('latin1')) ? undefined : { at: end, text: TAG };
}

/** Whether a script of the page, in no comment, has an address that ends as the script's. */
function loadsScript(page: string): boolean {
  for (let at = page.indexOf(ADDONS_SCRIPT_PATH); at !== -1; at = page.indexOf(ADDONS_SCRIPT_PATH, at + 1)) {
    const after = page[at + ADDONS_SCRIPT_PATH.length] ?? '';
    if (!/["'\s>]/.test(after) || !SCRIPT.test(page.slice(Math.max(0, at - MAX_TAG), at))) continue;
    if (page.lastIndexOf('<!--', at) <= page.lastIndexOf('-->', at)) return true;
  }
  return false;
}
