import { Button } from '@mantine/core';
import { IconAlertTriangle, IconClipboardText, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { desk, problemOf } from '../../api/desk.ts';
import { useRemotes } from '../../features/live-service/remotes.ts';
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NoMatch } from '../../ui/feedback/no-match.tsx';
import { formatCount, pluralize } from '../../ui/format.ts';
import { ListToolbar } from '../../ui/list/list-toolbar.tsx';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { useNow } from '../../ui/window-clock.ts';
import { ProjectFrame } from '../project/project-frame.tsx';
import { changePublic } from './change-public.ts';
import classes from './environment.module.css';
import { useEnvironmentAddress, VARIABLE_SORTS } from './environment-address.ts';
import { PasteEnv } from './paste-env.tsx';
import { confirmRemoval } from './remove-variable.tsx';
import { formatSecretStorage, useSecretStorage } from './secret-storage.ts';
import { variableColumns, variableMenu } from './variable-columns.tsx';
import { VariableForm } from './variable-form.tsx';
import { unusedVariables, type VariableRow, visibleVariables } from './variable-row.ts';

type Dialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'paste' }
  | { readonly kind: 'replace'; readonly row: VariableRow };

const NO_ROWS: readonly VariableRow[] = [];
const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
/** Rows shown while the variables load. */
const SKELETON_ROWS = 8;

/** Lists the environment variables of a project by name, never a value. */
export function EnvironmentScreen({ slug }: { readonly slug: string }) {
  const { data, error } = useQuery(desk.variables.list.queryOptions({ slug }));
  const { address, change } = useEnvironmentAddress();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  useRestoreFocus(dialog !== null);
  const storage = useSecretStorage(slug);
  const now = useNow();
  const rows = useMemo(() => visibleVariables(data ?? NO_ROWS, address), [data, address]);
  const taken = useMemo(() => new Set((data ?? NO_ROWS).map(({ name }) => name)), [data]);
  // A key pressed behind an open dialog must not close it.
  const open = useCallback((next: Dialog) => setDialog((current) => current ?? next), []);
  const close = useCallback(() => setDialog(null), []);
  const replace = useCallback((row: VariableRow) => open({ kind: 'replace', row }), [open]);
  const remove = useCallback((row: VariableRow) => confirmRemoval(slug, row), [slug]);
  const setPublic = useCallback(
    (row: VariableRow, isPublic: boolean) => changePublic(slug, row, isPublic),
    [slug],
  );
  const unused = useMemo(() => unusedVariables(data ?? NO_ROWS), [data]);
  const there = useVariablesThere(slug);
  const columns = useMemo(() => variableColumns(unused, there, now), [unused, there, now]);
  const menu = useMemo(() => variableMenu({ replace, remove, setPublic }), [replace, remove, setPublic]);
  const unknown = data?.filter(({ id, hasValue }) => !hasValue && there.has(id)).length ?? 0;
  const sortBy = (column: string) => {
    const sort = VARIABLE_SORTS.find((each) => each === column);
    if (sort) change({ sort, reversed: sort === address.sort ? !address.reversed : false });
  };
  const storageHint = formatSecretStorage(storage);
  const isEmpty = data?.length === 0;
  return (
    <ProjectFrame
      slug={slug}
      tab="environment"
      calls={callsOf(slug)}
      reading={{ data, error }}
      tools={
        data &&
        !isEmpty && (
          <ListToolbar
            filter={{ label: 'Filter variables', text: address.text, change: (text) => change({ text }) }}
            actions={
              <>
                <Button
                  variant="default"
                  leftSection={<IconClipboardText {...ICON} />}
                  onClick={() => open({ kind: 'paste' })}
                >
                  Paste a .env…
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconPlus {...ICON} />}
                  onClick={() => open({ kind: 'add' })}
                >
                  Add variable…
                </Button>
              </>
            }
          />
        )
      }
      footer={
        data &&
        !isEmpty && (
          <>
            <span role="status">
              {rows.length === data.length
                ? pluralize(data.length, 'variable')
                : `${formatCount(rows.length)} of ${pluralize(data.length, 'variable')} match`}
            </span>
            <span className="truncate grow" title={storage.path ?? storageHint}>
              {storageHint}
            </span>
          </>
        )
      }
    >
      {storage.problem !== undefined && (
        <p role="alert" className={classes.storageError}>
          <IconAlertTriangle {...ICON} />
          <span>
            <b>Values cannot be added or replaced right now.</b> {storage.problem}
          </span>
        </p>
      )}
      {unknown > 0 && <UnknownValues count={unknown} />}
      {error && <EmptyState title="Could not load the variables">{problemOf(error).message}</EmptyState>}
      {isEmpty && <NoVariables storageHint={storageHint} open={open} />}
      {!error && !isEmpty && (
        <VirtualTable
          label={data ? 'Environment variables' : 'Environment variables, loading'}
          columns={columns}
          columnsKey="variables"
          menu={menu}
          count={data ? rows.length : SKELETON_ROWS}
          rowAt={(at) => rows[at]}
          keyOf={(row) => row.id}
          open={replace}
          listKey={JSON.stringify(address)}
          sorting={{
            by: address.sort,
            descending: (address.sort === 'name') === address.reversed,
            change: sortBy,
          }}
          empty={
            <NoMatch
              of="variables"
              text="No variable name contains this text."
              isOneFilter
              clear={() => change({ text: '' })}
            />
          }
        />
      )}
      {(dialog?.kind === 'add' || dialog?.kind === 'replace') && (
        <VariableForm
          slug={slug}
          replacing={dialog.kind === 'replace' ? dialog.row.name : null}
          existingNames={taken}
          storageHint={storageHint}
          close={close}
        />
      )}
      {dialog?.kind === 'paste' && <PasteEnv slug={slug} storageHint={storageHint} close={close} />}
    </ProjectFrame>
  );
}

/** Reads which variables the service has too. */
function useVariablesThere(slug: string): ReadonlySet<number> {
  const remotes = useRemotes();
  const enabled = remotes !== undefined && remotes.length > 0;
  const { data } = useQuery({ ...desk.sync.variablesThere.queryOptions({ slug }), enabled });
  return useMemo(() => new Set(data), [data]);
}

/** Says what the footer cannot: why pulled variables have no value, and what to do. */
function UnknownValues({ count }: { readonly count: number }) {
  return (
    <p className={classes.unknownValues}>
      {`The service has ${pluralize(count, 'value')} that it never shows. Enter a value here if builds on this computer need it; the next push then sends it to the service in place of the one there.`}
    </p>
  );
}

function callsOf(slug: string) {
  const path = `/api/v3/projects/${slug}/environmentvariables/`;
  return [
    { path, label: 'List the variables' },
    {
      method: 'POST' as const,
      path,
      body: { name: 'NAME', value: 'VALUE' },
      label: 'Add a variable',
    },
    { method: 'DELETE' as const, path: `${path}ID/`, label: 'Remove a variable' },
  ];
}

type NoVariablesProps = { readonly storageHint: string; readonly open: (dialog: Dialog) => void };

function NoVariables({ storageHint, open }: NoVariablesProps) {
  return (
    <EmptyState
      title="No variables yet"
      choices={[
        {
          icon: <IconPlus size={20} stroke={1.75} aria-hidden />,
          label: 'Add a variable',
          hint: 'One name and its value',
          run: () => open({ kind: 'add' }),
        },
        {
          icon: <IconClipboardText size={20} stroke={1.75} aria-hidden />,
          label: 'Paste a .env',
          hint: 'Many at once, with a preview first',
          run: () => open({ kind: 'paste' }),
        },
      ]}
    >
      Builds of this project receive its variables. {storageHint}
    </EmptyState>
  );
}
