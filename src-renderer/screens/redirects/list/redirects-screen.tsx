import { useHotkeys } from '@mantine/hooks';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { redirectSamples } from '../../../../src-server/model/redirects/redirect-samples.ts';
import type { RedirectWarning } from '../../../../src-server/model/redirects/redirect-warnings.ts';
import { desk, problemOf } from '../../../api/desk.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { tell } from '../../../ui/feedback/tell.tsx';
import { countOf } from '../../../ui/time-words.ts';
import { ProjectFrame } from '../../project/project-frame.tsx';
import { RedirectPanel } from '../form/redirect-panel.tsx';
import { ImportRedirects } from '../import/import-redirects.tsx';
import { Tester } from '../tester/tester.tsx';
import { useRedirectTest } from '../tester/use-redirect-test.ts';
import { draftKey, useRedirectDrafts } from './redirect-drafts.ts';
import { type ListHandle, RedirectList } from './redirect-list.tsx';
import type { RedirectView } from './redirect-view.ts';
import classes from './redirects.module.css';
import { useOpenRedirect, useTestedAddress } from './redirects-address.ts';
import { RedirectsTools } from './redirects-tools.tsx';
import { RemoveRedirect } from './remove-redirect.tsx';
import { useRedirectOrder } from './use-redirect-order.ts';
import { useRedirectWarnings } from './use-redirect-warnings.ts';
import { WarningWords } from './warning-words.tsx';

const NO_RULES: readonly RedirectView[] = [];
const NO_IDS: readonly number[] = [];
/** Drawn while the redirects are on their way. */
const SKELETON_ROWS = 8;

/** The redirects of a project: their order, and one of them in the panel beside. */
export function RedirectsScreen({ slug }: { readonly slug: string }) {
  const { data: board, error } = useQuery(desk.redirects.list.queryOptions({ slug }));
  const { opened, open } = useOpenRedirect();
  const order = useRedirectOrder(slug, board?.rules ?? NO_RULES);
  const rules = order.shown;
  const warnings = useRedirectWarnings(rules, board?.site);
  const drafts = useRedirectDrafts((state) => state.drafts);
  const [importing, setImporting] = useState(false);
  const [removing, setRemoving] = useState<RedirectView | null>(null);
  const [arriving, setArriving] = useState<number | null>(null);
  const [pointed, setPointed] = useState(NO_IDS);
  const list = useRef<ListHandle>(null);
  const place = typeof opened === 'number' ? rules.findIndex(({ id }) => id === opened) : -1;
  const rule = rules[place];
  const { tested, test } = useTestedAddress();
  const testing = useRedirectTest(slug, tested, rules);
  const { winner } = testing;
  const marks = useMemo(() => {
    const chosen = typeof opened === 'number' ? [...pointed, opened] : pointed;
    return new Set(winner === undefined ? chosen : [...chosen, winner]);
  }, [opened, pointed, winner]);
  const unsaved = useMemo(
    () => new Set(rules.flatMap(({ id }) => (drafts[draftKey(slug, id)] ? [id] : []))),
    [rules, drafts, slug],
  );
  // One that is gone has nothing to show, unless somebody was about to change it.
  const isGone =
    board !== undefined && typeof opened === 'number' && !rule && !drafts[draftKey(slug, opened)];
  useEffect(() => {
    if (isGone) open(null);
  }, [isGone, open]);

  // A new one is shown once it has come into the list.
  useEffect(() => {
    if (arriving === null || !rules.some(({ id }) => id === arriving)) return;
    setArriving(null);
    list.current?.show(arriving, true);
  }, [arriving, rules]);
  // With the keyboard on nothing at all, Escape is heard nowhere else.
  useHotkeys([['Escape', () => document.activeElement === document.body && opened !== null && close()]]);

  function close(): void {
    open(null);
    const last = typeof opened === 'number' ? opened : rules[0]?.id;
    if (last !== undefined) list.current?.show(last, true);
  }
  function openRule(id: number): void {
    setPointed(NO_IDS);
    open(id);
  }
  function show(at: readonly number[]): void {
    const ids = at.flatMap((index) => rules[index]?.id ?? []);
    setPointed(ids);
    if (ids[0] !== undefined) list.current?.show(ids[0], false);
  }
  function testWith(id: number): void {
    const one = rules.find((each) => each.id === id);
    const [sample] = one && board ? redirectSamples(one, board.site, board.versions) : [];
    if (sample) test(sample.from);
    else tell('No address reaches it.');
  }
  function remove(id: number): void {
    setRemoving(rules.find((each) => each.id === id) ?? null);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const target = event.target as HTMLElement;
    // Menus are elsewhere in the page; a redirect in somebody's hand is what Escape is for first.
    if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(target)) return;
    if (target.closest('[data-dragging]')) return;
    if (opened !== null) close();
    else setPointed(NO_IDS);
  }

  const isEmpty = board !== undefined && rules.length === 0;
  return (
    <ProjectFrame slug={slug} tab="redirects" calls={callsOf(slug, rule)}>
      {error && <EmptyState title="The redirects cannot be read">{problemOf(error).message}</EmptyState>}
      {!error && (
        // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape for the panel, wherever the keyboard is
        <div className={classes.columns} onKeyDown={onKeyDown}>
          <div className={classes.main}>
            {isEmpty ? (
              <NoRedirects add={() => open('new')} bring={() => setImporting(true)} />
            ) : (
              <RedirectsTools
                slug={slug}
                rules={rules}
                bring={() => setImporting(true)}
                add={() => open('new')}
              />
            )}
            {!board && <Skeleton />}
            {board && !isEmpty && (
              <>
                <RedirectList
                  ref={list}
                  rules={rules}
                  order={order}
                  marks={marks}
                  unsaved={unsaved}
                  verdicts={testing.verdicts}
                  startAt={typeof opened === 'number' ? opened : null}
                  open={openRule}
                  remove={remove}
                  test={testWith}
                />
                {warnings && <WarningWords warnings={warnings} show={show} />}
              </>
            )}
            {board && (
              <Tester
                slug={slug}
                tested={tested}
                test={test}
                result={testing}
                unreached={unreachedIn(warnings, rules)}
                open={(id) => {
                  openRule(id);
                  list.current?.show(id, false);
                }}
              />
            )}
            {board && !isEmpty && (
              <footer className={classes.foot}>
                <span role="status">{countOf(rules.length, 'redirect')}</span>
                <span className="wide-only">
                  <kbd className={classes.keys}>Alt ↑</kbd> and <kbd className={classes.keys}>Alt ↓</kbd> move
                  a redirect
                </span>
              </footer>
            )}
          </div>
          {board && opened !== null && !isGone && (
            <RedirectPanel
              key={opened}
              slug={slug}
              board={board}
              opened={opened}
              rule={rule}
              number={place + 1}
              close={close}
              added={(id) => {
                open(null);
                setArriving(id);
              }}
              remove={remove}
            />
          )}
        </div>
      )}
      {importing && <ImportRedirects slug={slug} rules={rules} close={() => setImporting(false)} />}
      {removing && (
        <RemoveRedirect
          slug={slug}
          rule={removing}
          close={() => setRemoving(null)}
          removed={() => {
            useRedirectDrafts.getState().keep(draftKey(slug, removing.id), null);
            if (opened === removing.id) open(null);
          }}
        />
      )}
    </ProjectFrame>
  );
}

function unreachedIn(
  warnings: readonly RedirectWarning[] | undefined,
  rules: readonly RedirectView[],
): readonly number[] {
  const found = warnings?.filter(({ kind }) => kind === 'unreached') ?? [];
  return found.flatMap(({ at: [first = -1] }) => rules[first]?.id ?? []);
}

function callsOf(slug: string, rule: RedirectView | undefined) {
  const path = `/api/v3/projects/${slug}/redirects/`;
  const one = `${path}${rule?.id ?? 'ID'}/`;
  const example = { type: 'page', from_url: '/old.html', to_url: '/new.html' };
  const body = rule
    ? { type: rule.type, from_url: rule.fromUrl || null, to_url: rule.toUrl || null }
    : example;
  return [
    { path, label: 'List the redirects' },
    { method: 'POST' as const, path, body: example, label: 'Add a redirect' },
    { method: 'PUT' as const, path: one, body, label: 'Change a redirect' },
    { method: 'DELETE' as const, path: one, label: 'Remove a redirect' },
  ];
}

type NoRedirectsProps = { readonly add: () => void; readonly bring: () => void };

function NoRedirects({ add, bring }: NoRedirectsProps) {
  return (
    <EmptyState
      title="No redirects yet"
      choices={[
        {
          icon: <IconPlus size={20} stroke={1.75} aria-hidden />,
          label: 'Add a redirect',
          hint: 'From one page, a prefix, or a whole URL',
          run: add,
        },
        {
          icon: <IconUpload size={20} stroke={1.75} aria-hidden />,
          label: 'Import redirects',
          hint: 'From JSON or CSV, with a preview first',
          run: bring,
        },
      ]}
    >
      A redirect sends readers of a page that is gone to where it is now.
    </EmptyState>
  );
}

function Skeleton() {
  return (
    <section className={classes.skeleton} aria-label="Redirects, being read">
      {Array.from({ length: SKELETON_ROWS }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={at} className={classes.skeletonRow}>
          <div className={`mantine-Skeleton-root ${classes.bar}`} />
        </div>
      ))}
    </section>
  );
}
