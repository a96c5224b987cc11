import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type DocsServer, project, seedOf, startDocs, version } from '../docs-fixture.ts';
import { ADDRESSES, IN_ACTIVE_VERSION, LANGUAGE_ALONE, PAGES } from './addresses.ts';
import { TABLE, type TableRule } from './rules.ts';

const ACTOR = systemActor('command');
const PATHS = Object.keys(ADDRESSES);
const NAMES = TABLE.map(({ rule, isOff }, at) => {
  const { type, from_url = '', to_url = '', dialect, force, http_status } = rule;
  const words = [dialect ?? '', force ? 'forced' : '', isOff ? 'off' : '', http_status ?? ''];
  return { at, name: [at + 1, ...words, type, from_url, to_url].filter((word) => word !== '').join(' ') };
});

let docs: DocsServer;
beforeAll(async () => {
  const redirects = TABLE.map(({ rule }, at) => ({ pk: at + 1, enabled: false, ...rule }));
  docs = await startDocs({
    seed: seedOf(
      project('pip', [version('latest'), version('2.0'), version('off', { active: false })], { redirects }),
    ),
  });
  for (const [slug, pages] of Object.entries(PAGES))
    docs.publish('pip', slug, Object.fromEntries(pages.map((path) => [path, path])));
});
afterAll(() => docs.close());

/** Switches on these redirects, by their places in the table, and the others off. */
function switchOn(wanted: readonly number[]): void {
  const on = new Set(wanted.filter((at) => !TABLE[at]?.isOff).map((at) => at + 1));
  const page = { limit: 100, offset: 0 };
  for (const redirect of docs.services.redirects.list(ACTOR, 'pip', page).items) {
    if (redirect.enabled === on.has(redirect.id)) continue;
    const { type, fromUrl, toUrl, dialect } = redirect;
    const written = { type, fromUrl, toUrl, dialect, enabled: on.has(redirect.id) };
    docs.services.redirects.save(ACTOR, 'pip', redirect.id, written);
  }
}

/** Asks for an address, and says how it is answered. */
async function answerAt(address: string): Promise<string> {
  const { status, headers } = await docs.request('pip', address);
  const by = headers['x-rtd-redirect'] === 'user' ? 'today' : headers['x-rtd-user-redirect'] ? '2020' : '';
  const system = headers['x-rtd-system-redirect'] ? 'system' : '';
  return [status, by || system, headers.location].filter((part) => part).join(' ');
}

async function answers(): Promise<Record<string, string>> {
  const all: [string, string][] = [];
  for (const address of PATHS) all.push([address, await answerAt(address)]);
  return Object.fromEntries(all);
}

function plainAnswer(address: string): string {
  const plain = ADDRESSES[address];
  if (plain === 'page') return '200';
  return plain === undefined || plain === 'nothing' ? '404' : `302 system ${plain.system}`;
}

/** What the redirects do together, tried in this order (live-service.md 5, "Serving"). */
function expectedAnswer(address: string, rules: readonly TableRule[]): string {
  const on = rules.filter(({ isOff }) => !isOff);
  const forced = IN_ACTIVE_VERSION.includes(address) ? on.filter(({ rule }) => rule.force) : [];
  const plain = plainAnswer(address);
  const isAnswered = plain !== '404' && address !== LANGUAGE_ALONE;
  return firstAnswer(address, forced) ?? (isAnswered ? plain : (firstAnswer(address, on) ?? plain));
}

function firstAnswer(address: string, rules: readonly TableRule[]): string | undefined {
  const first = rules.find(({ hits, stops = [] }) => address in hits || stops.includes(address));
  if (!first || !(address in first.hits)) return undefined;
  const { type, dialect, http_status = 302 } = first.rule;
  const isToday = dialect === 'current' || type === 'clean_url_to_html' || type === 'html_to_clean_url';
  return `${http_status} ${isToday ? 'today' : '2020'} ${first.hits[address]}`;
}

function expectedAnswers(rules: readonly TableRule[]): Record<string, string> {
  return Object.fromEntries(PATHS.map((address) => [address, expectedAnswer(address, rules)]));
}

test('the table has sixty redirects and forty addresses', () => {
  expect([TABLE.length, PATHS.length]).toEqual([60, 40]);
});

test('without redirects each address has its own answer', async () => {
  switchOn([]);
  expect(await answers()).toEqual(expectedAnswers([]));
});

describe('each redirect alone, at every address', () => {
  test.each(NAMES)('$name', async ({ at }) => {
    switchOn([at]);
    expect(await answers()).toEqual(expectedAnswers(TABLE.slice(at, at + 1)));
  });
});

describe('together, the first by position wins', () => {
  const usable = TABLE.flatMap(({ isAlone }, at) => (isAlone ? [] : [at]));
  /** Every `step`th of them, beginning at `start`. */
  const every = (step: number, start: number) =>
    usable.map((_, at) => usable[(start + at * step) % usable.length] ?? 0);

  test.each([
    ['in the order of the table', usable],
    ['in the opposite order', usable.toReversed()],
    ['in another order', [...new Set(every(7, 3))]],
    ['every second of them', usable.filter((_, at) => at % 2 === 0)],
    ['every third of them, the last first', usable.filter((_, at) => at % 3 === 1).toReversed()],
  ])('%s', async (_, order) => {
    switchOn(order);
    // Those that are switched off stand in between.
    const off = TABLE.flatMap((__, at) => (order.includes(at) ? [] : [at]));
    const all = [...off.slice(0, 5), ...order, ...off.slice(5)];
    docs.services.redirects.reorder(
      ACTOR,
      'pip',
      all.map((at) => at + 1),
    );
    expect(await answers()).toEqual(expectedAnswers(order.flatMap((at) => TABLE[at] ?? [])));
  });
});
