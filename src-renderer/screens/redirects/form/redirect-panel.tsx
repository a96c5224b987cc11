import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { RedirectBody, type RedirectType } from '../../../../src-server/model/redirects/redirect.ts';
import { desk, fieldErrors, problemOf } from '../../../api/desk.ts';
import { tellDone } from '../../../ui/feedback/tell.tsx';
import { schemaErrors } from '../../../ui/form/schema-errors.ts';
import { draftKey, NO_VALUES, type RedirectValues, useRedirectDrafts } from '../list/redirect-drafts.ts';
import { nameOf, type RedirectBoard, type RedirectView } from '../list/redirect-view.ts';
import classes from './panel.module.css';
import { RedirectEffect } from './redirect-effect.tsx';
import { TypeChoice } from './type-choice.tsx';

type Props = {
  readonly slug: string;
  readonly board: RedirectBoard;
  /** Which redirect; `rule` is undefined for a new one, and for one that is gone. */
  readonly opened: number | 'new';
  readonly rule: RedirectView | undefined;
  /** Its place, from 1. */
  readonly number: number;
  readonly close: () => void;
  /** A new one stands in the list. */
  readonly added: (id: number) => void;
  readonly remove: (id: number) => void;
};

type Hints = { readonly from?: string; readonly to?: string; readonly words?: string };

const IN_ALL = 'Without language and version. Begins with a slash.';
const HINTS: Readonly<Record<RedirectType, Hints>> = {
  prefix: { from: `${IN_ALL} Ends with one as a rule: /docs/` },
  page: { from: IN_ALL, to: 'A path in the same version, or a full URL.' },
  exact: {
    from: 'The whole path, with language and version. With $rest at its end, all that begins so.',
    to: 'A whole path or a full URL. What $rest stood for is added to it.',
  },
  sphinx_html: { words: 'For pages that were built as folders once. Needs no addresses.' },
  sphinx_htmldir: { words: 'For pages that are built as folders now. Needs no addresses.' },
};
const FIELDS = [
  { field: 'fromUrl', name: 'from_url', hint: 'from', label: 'From' },
  { field: 'toUrl', name: 'to_url', hint: 'to', label: 'To' },
] as const;
const NO_REFUSALS: Readonly<Record<string, string>> = {};

/** The form of one redirect. What is typed and not saved stays, also when the panel is closed. */
export function RedirectPanel({ slug, board, opened, rule, number, close, added, remove }: Props) {
  const key = draftKey(slug, opened);
  const kept = useRedirectDrafts((state) => state.drafts[key]);
  const keep = useRedirectDrafts((state) => state.keep);
  const saved = rule ? valuesOf(rule) : NO_VALUES;
  const values = kept ?? saved;
  const [tried, setTried] = useState(false);
  const [refusals, setRefusals] = useState(NO_REFUSALS);
  const [problem, setProblem] = useState('');
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const add = useMutation(desk.redirects.add.mutationOptions());
  const save = useMutation(
    desk.redirects.save.mutationOptions({
      // What was typed is dropped once it is saved; until the list is read anew, the form would show what was before.
      onSuccess: (done) => {
        client.setQueryData(
          desk.redirects.list.queryKey({ slug }),
          (known) =>
            known && { ...known, rules: known.rules.map((each) => (each.id === done.id ? done : each)) },
        );
      },
    }),
  );
  const isBusy = add.isPending || save.isPending;
  const hints = HINTS[values.type];
  const body = { type: values.type, from_url: values.fromUrl, to_url: values.toUrl };
  const wrong = schemaErrors(RedirectBody, body);
  const isWhole = Object.keys(wrong).length === 0;
  const isGone = opened !== 'new' && rule === undefined;
  const isChanged = kept !== undefined;
  const notYet = rule && !isChanged ? 'Nothing has changed.' : undefined;

  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input:not([type="radio"])');
    const chosen = form.current?.querySelector<HTMLElement>('input:checked');
    (opened === 'new' ? chosen : (first ?? chosen))?.focus({ preventScroll: true });
  }, [opened]);

  function change(part: Partial<RedirectValues>): void {
    const next = { ...values, ...part };
    keep(key, isSame(next, saved) ? null : next);
    setRefusals(NO_REFUSALS);
    setProblem('');
  }

  /** Where the keyboard is wanted next, once the fault is on the screen. */
  function showFirstFault(): void {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || notYet !== undefined) return;
    setTried(true);
    if (!isWhole) return showFirstFault();
    try {
      const done = rule
        ? await save.mutateAsync({ slug, id: rule.id, body })
        : await add.mutateAsync({ slug, body });
      keep(key, null);
      setTried(false);
      if (!rule) added(done.id);
      void tellDone(`${rule ? 'Saved' : 'Added'} ${nameOf(done)}`);
    } catch (error) {
      const found = fieldErrors(error);
      setRefusals(found);
      if (Object.keys(found).some((field) => FIELDS.some(({ name }) => name === field))) showFirstFault();
      else setProblem(problemOf(error).message);
    }
  }

  function discard(): void {
    keep(key, null);
    if (!rule) close();
  }

  return (
    <aside className={classes.panel} aria-labelledby="redirect-panel">
      <header className={classes.panelHead}>
        <h2 id="redirect-panel">{rule ? `Redirect ${number.toLocaleString('en-GB')}` : 'New redirect'}</h2>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label="Close" onClick={close}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </header>
      <form ref={form} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={classes.fields}>
          {isGone && (
            <p className={classes.caution}>
              Somebody has removed it. What you typed is here; Add makes it anew.
            </p>
          )}
          <TypeChoice chosen={values.type} choose={(type) => change({ type })} />
          {hints.words !== undefined && <p className="meta">{hints.words}</p>}
          {FIELDS.map(({ field, name, hint, label }) => {
            const fault = refusals[name] ?? (tried || values[field] !== '' ? wrong[name] : undefined);
            return (
              hints[hint] !== undefined && (
                <TextInput
                  key={field}
                  label={label}
                  classNames={{ input: 'mono' }}
                  description={hints[hint]}
                  error={fault}
                  value={values[field]}
                  onChange={(event) => change({ [field]: event.currentTarget.value })}
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                />
              )
            );
          })}
          <RedirectEffect values={values} whole={isWhole} board={board} />
          {!rule && <p className="meta">It is tried first, until it is moved.</p>}
          {problem !== '' && (
            <p role="alert" className={classes.refusal}>
              {problem}
            </p>
          )}
        </div>
        <footer className={classes.panelFoot}>
          {rule && (
            <Button
              variant="subtle"
              color="red"
              className={classes.remove}
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
              onClick={() => remove(rule.id)}
            >
              Remove…
            </Button>
          )}
          <Tooltip label={notYet} disabled={notYet === undefined}>
            <Button
              variant="default"
              className={classes.push}
              aria-disabled={notYet !== undefined}
              onClick={discard}
            >
              Discard
            </Button>
          </Tooltip>
          <Tooltip label={notYet} disabled={notYet === undefined}>
            <Button type="submit" aria-disabled={notYet !== undefined} loading={isBusy}>
              {rule ? 'Save redirect' : 'Add redirect'}
            </Button>
          </Tooltip>
        </footer>
      </form>
    </aside>
  );
}

function valuesOf({ type, fromUrl, toUrl }: RedirectView): RedirectValues {
  return { type, fromUrl, toUrl };
}

function isSame(a: RedirectValues, b: RedirectValues): boolean {
  return a.type === b.type && a.fromUrl === b.fromUrl && a.toUrl === b.toUrl;
}
