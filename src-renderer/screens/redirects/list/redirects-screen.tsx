import { Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { redirectExamples } from '../../../../src-server/model/redirects/redirect-examples.ts';
import { desk, problemOf } from '../../../api/desk.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { notify } from '../../../ui/feedback/notify.tsx';
import { ScreenColumns } from '../../../ui/feedback/screen.tsx';
import type { Column, TableHandle } from '../../../ui/table/table-types.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import { ProjectFrame } from '../../project/project-frame.tsx';
import { RedirectsBulk } from '../bulk/redirects-bulk.tsx';
import { confirmRemoval } from '../bulk/remove-redirect.tsx';
import { useRedirectSelection } from '../bulk/use-redirect-selection.ts';
import { RedirectPanel } from '../form/redirect-panel.tsx';
import { ImportRedirects } from '../import/import-redirects.tsx';
import { Tester } from '../tester/tester.tsx';
import { useRedirectTest } from '../tester/use-redirect-test.ts';
import { filterRedirects, isFiltered } from './filter-redirects.ts';
import { NoRedirects } from './no-redirects.tsx';
import { callsOf } from './redirect-calls.ts';
import { draftKey, useRedirectDrafts } from './redirect-drafts.ts';
import { RedirectList } from './redirect-list.tsx';
import type { RedirectView } from './redirect-view.ts';
import { NO_FILTER, type OpenRedirect, useRedirectsAddress } from './redirects-address.ts';
import { RedirectsFooter } from './redirects-footer.tsx';
import { RedirectsTools } from './redirects-tools.tsx';
import { useRedirectOrder } from './use-redirect-order.ts';
import { unreachedIds, useRedirectWarnings } from './use-redirect-warnings.ts';
import { WarningList } from './warning-list.tsx';

const NO_RULES: readonly RedirectView[] = [];
const NO_IDS: readonly number[] = [];
/** Rows shown while the redirects load. */
const SKELETON_ROWS = 8;
const SKELETON_COLUMNS: readonly Column<RedirectView>[] = [
  { key: 'redirect', header: '', width: 'minmax(0, 1fr)', cell: () => null },
];

/** Shows a project's redirects in order, one of them in the side panel, and the tester. */
export function RedirectsScreen({ slug }: { readonly slug: string }) {
  const { data: redirects, error } = useQuery(desk.redirects.list.queryOptions({ slug }));
  const {
    address: { opened, testUrl, text, types },
    change,
  } = useRedirectsAddress();
  const open = useCallback((next: OpenRedirect) => change({ opened: next }), [change]);
  const test = useCallback((next: string) => change({ testUrl: next }), [change]);
  const order = useRedirectOrder(slug, redirects?.rules ?? NO_RULES);
  const rules = order.shown;
  const shown = useMemo(() => filterRedirects(rules, { text, types }), [rules, text, types]);
  const filtered = isFiltered({ text, types });
  const places = useMemo(
    () => (filtered ? new Map(rules.map(({ id }, at) => [id, at])) : undefined),
    [filtered, rules],
  );
  const listKey = JSON.stringify([text, types]);
  const selection = useRedirectSelection(rules, shown, listKey);
  const warnings = useRedirectWarnings(rules, redirects?.site);
  const drafts = useRedirectDrafts((state) => state.drafts);
  const [importing, setImporting] = useState(false);
  /** The redirect to bring into sight once it is in the list. */
  const [awaited, setAwaited] = useState<{ readonly id: number; readonly focus: boolean } | null>(null);
  const [highlightedIds, setHighlightedIds] = useState(NO_IDS);
  const list = useRef<TableHandle<number>>(null);
  const place = typeof opened === 'number' ? rules.findIndex(({ id }) => id === opened) : -1;
  const rule = rules[place];
  const testResult = useRedirectTest(slug, testUrl, rules);
  const { matchedId } = testResult;
  const highlighted = useMemo(() => {
    const ids = typeof opened === 'number' ? [...highlightedIds, opened] : highlightedIds;
    return new Set(matchedId === undefined ? ids : [...ids, matchedId]);
  }, [opened, highlightedIds, matchedId]);
  const unsaved = useMemo(
    () => new Set(rules.flatMap(({ id }) => (drafts[draftKey(slug, id)] ? [id] : []))),
    [rules, drafts, slug],
  );
  // A removed redirect has nothing to show, unless it has an unsaved draft.
  const isGone =
    redirects !== undefined && typeof opened === 'number' && !rule && !drafts[draftKey(slug, opened)];
  useEffect(() => {
    if (isGone) open(null);
  }, [isGone, open]);

  useEffect(() => {
    if (awaited === null || !rules.some(({ id }) => id === awaited.id)) return;
    if (!shown.some(({ id }) => id === awaited.id)) return change(NO_FILTER);
    setAwaited(null);
    list.current?.scrollTo(awaited.id, awaited.focus);
  }, [awaited, rules, shown, change]);
  // Each tested URL brings the redirect that it matches into sight, below which the result takes its height first.
  const shownMatch = matchedId === undefined ? null : `${matchedId} ${testResult.trace?.url}`;
  const firstOpened = useRef(testUrl === '' ? null : opened);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another URL or redirect is matched
  useEffect(() => {
    // The address may name a redirect to open as well: the list begins there.
    const isOpenedHere = typeof firstOpened.current === 'number';
    if (shownMatch === null || matchedId === undefined) return undefined;
    firstOpened.current = null;
    if (isOpenedHere) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => list.current?.scrollTo(matchedId, false));
    });
    return () => cancelAnimationFrame(frame);
  }, [shownMatch]);
  // With no focus in the page, no element receives Escape.
  useHotkeys([['Escape', () => document.activeElement === document.body && opened !== null && close()]]);

  function close(): void {
    open(null);
    const last = typeof opened === 'number' ? opened : rules[0]?.id;
    if (last !== undefined) list.current?.scrollTo(last, true);
  }
  function openRule(id: number): void {
    setHighlightedIds(NO_IDS);
    open(id);
  }
  function showRules(at: readonly number[]): void {
    const ids = at.flatMap((index) => rules[index]?.id ?? []);
    setHighlightedIds(ids);
    if (ids[0] !== undefined) setAwaited({ id: ids[0], focus: false });
  }
  function testExample(id: number): void {
    const rule = rules.find((each) => each.id === id);
    const [example] = rule && redirects ? redirectExamples(rule, redirects.site, redirects.versions) : [];
    if (example) test(example.from);
    else notify('No URL reaches this redirect.');
  }
  function forget(ids: readonly number[]): void {
    for (const id of ids) useRedirectDrafts.getState().setDraft(draftKey(slug, id), null);
    if (typeof opened === 'number' && ids.includes(opened)) open(null);
  }
  function moveSeveral(ids: readonly number[], to: number): void {
    order.move(ids, to);
    if (ids[0] !== undefined) setAwaited({ id: ids[0], focus: false });
  }
  function remove(id: number): void {
    const removed = rules.find((each) => each.id === id);
    if (!removed) return;
    confirmRemoval(slug, removed, () => forget([id]));
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const target = event.target as HTMLElement;
    // Menus are portalled; Escape cancels a drag first.
    if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(target)) return;
    if (target.closest('[data-dragging]')) return;
    if (opened !== null) {
      // The next one clears the selection.
      event.stopPropagation();
      close();
    } else setHighlightedIds(NO_IDS);
  }

  const isEmpty = redirects !== undefined && rules.length === 0;
  return (
    <ProjectFrame
      slug={slug}
      tab="redirects"
      calls={callsOf(slug, rule)}
      reading={{ data: redirects, error }}
    >
      {error && <EmptyState title="Could not load the redirects">{problemOf(error).message}</EmptyState>}
      {!error && (
        // Escape closes the panel, wherever the focus is.
        <ScreenColumns onKeyDown={onKeyDown}>
          <Stack gap={0} flex={1} miw={0} mih={0}>
            {isEmpty ? (
              <NoRedirects add={() => open('new')} openImport={() => setImporting(true)} />
            ) : (
              <RedirectsTools
                slug={slug}
                rules={rules}
                filter={{ text, types }}
                changeFilter={change}
                openImport={() => setImporting(true)}
                add={() => open('new')}
              />
            )}
            {!redirects && (
              <VirtualTable
                label="Redirects, loading"
                columns={SKELETON_COLUMNS}
                count={SKELETON_ROWS}
                rowAt={() => undefined}
                keyOf={({ id }) => id}
                fitsRows
              />
            )}
            {redirects && !isEmpty && (
              <>
                <RedirectList
                  ref={list}
                  rules={shown}
                  places={places}
                  count={rules.length}
                  selection={selection.list}
                  listKey={listKey}
                  order={order}
                  highlighted={highlighted}
                  unsaved={unsaved}
                  outcomes={testResult.outcomes}
                  startAt={typeof opened === 'number' ? opened : null}
                  open={openRule}
                  remove={remove}
                  removeSelected={() => selection.setDialog('remove')}
                  test={testExample}
                  clearFilter={() => change(NO_FILTER)}
                />
                {warnings && <WarningList warnings={warnings} show={showRules} />}
              </>
            )}
            {redirects && (
              <Tester
                slug={slug}
                testUrl={testUrl}
                test={test}
                result={testResult}
                unreached={unreachedIds(warnings, rules)}
                open={(id) => {
                  openRule(id);
                  setAwaited({ id, focus: false });
                }}
              />
            )}
            <RedirectsBulk
              slug={slug}
              selection={selection}
              rules={rules}
              move={moveSeveral}
              onRemoved={forget}
            />
            {redirects && !isEmpty && (
              <RedirectsFooter
                count={rules.length}
                matching={filtered ? shown.length : undefined}
                selected={selection.selected.length}
              />
            )}
          </Stack>
          {redirects && opened !== null && !isGone && (
            <RedirectPanel
              key={opened}
              slug={slug}
              redirects={redirects}
              opened={opened}
              rule={rule}
              number={place + 1}
              close={close}
              onAdded={(id) => {
                open(null);
                setAwaited({ id, focus: true });
              }}
              remove={remove}
            />
          )}
        </ScreenColumns>
      )}
      {importing && <ImportRedirects slug={slug} rules={rules} close={() => setImporting(false)} />}
    </ProjectFrame>
  );
}
