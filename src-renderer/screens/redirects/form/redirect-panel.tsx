import { Button, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect } from 'react';
import {
  CURRENT_REDIRECT_TYPES,
  type CurrentRedirectType,
} from '../../../../src-server/model/redirects/rules/current-rule.ts';
import { REDIRECT_TYPES, type RedirectType } from '../../../../src-server/model/redirects/rules/rule-2020.ts';
import { WrittenBody } from '../../../../src-server/model/redirects/written-redirect.ts';
import { desk, deskClient } from '../../../api/desk.ts';
import { FormProblem } from '../../../ui/dialog/form-dialog.tsx';
import { SidePanel } from '../../../ui/feedback/side-panel.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { formatCount } from '../../../ui/format.ts';
import {
  draftKey,
  EMPTY_VALUES,
  type RedirectValues,
  toBody,
  useRedirectDrafts,
  valuesOf,
} from '../list/redirect-drafts.ts';
import { formatRedirect, type ProjectRedirects, type RedirectView } from '../list/redirect-view.ts';
import { RedirectEffect } from './redirect-effect.tsx';
import { RedirectOptionFields } from './redirect-options.tsx';
import classes from './redirect-panel.module.css';
import { TypeChoice } from './type-choice.tsx';

type Props = {
  readonly slug: string;
  readonly redirects: ProjectRedirects;
  /** Redirect to edit; `rule` is undefined for a new or a removed one. */
  readonly opened: number | 'new';
  readonly rule: RedirectView | undefined;
  /** Its position, from 1. */
  readonly number: number;
  readonly close: () => void;
  /** Called after a redirect was added. */
  readonly onAdded: (id: number) => void;
  readonly remove: (id: number) => void;
};

type Hints = { readonly from?: string; readonly to?: string; readonly text?: string };

const ALL_VERSIONS_HINT = 'Without language and version. Starts with a slash.';
const WILDCARD_HINT = 'End it with * to match everything below it.';
const SPLAT_HINT = ':splat stands for what * matched.';
const HINTS: Readonly<Record<CurrentRedirectType, Hints>> = {
  page: {
    from: `${ALL_VERSIONS_HINT} ${WILDCARD_HINT}`,
    to: `A path in the same version, or a full URL. ${SPLAT_HINT}`,
  },
  exact: {
    from: `The full path, with language and version. ${WILDCARD_HINT}`,
    to: `A full path or URL. ${SPLAT_HINT}`,
  },
  clean_url_to_html: { text: 'For pages that used to be built as folders. Needs no URLs.' },
  html_to_clean_url: { text: 'For pages that are now built as folders. Needs no URLs.' },
};
const HINTS_OF_2020: Readonly<Record<RedirectType, Hints>> = {
  prefix: { from: ALL_VERSIONS_HINT },
  page: { from: ALL_VERSIONS_HINT, to: 'A path in the same version, or a full URL.' },
  exact: {
    from: 'The full path, with language and version. $rest at the end matches everything below it.',
    to: 'A full path or URL. The part that $rest matched is appended.',
  },
  sphinx_html: HINTS.clean_url_to_html,
  sphinx_htmldir: HINTS.html_to_clean_url,
};
const FIELDS = [
  { field: 'fromUrl', hint: 'from', label: 'From' },
  { field: 'toUrl', hint: 'to', label: 'To' },
] as const;

/** Edits one redirect. Unsaved values are kept when the panel closes. */
export function RedirectPanel({ slug, redirects, opened, rule, number, close, onAdded, remove }: Props) {
  const key = draftKey(slug, opened);
  const draft = useRedirectDrafts((state) => state.drafts[key]);
  const setDraft = useRedirectDrafts((state) => state.setDraft);
  const saved = rule ? valuesOf(rule, redirects.site) : EMPTY_VALUES;
  const client = useQueryClient();
  const form = useForm({
    draft: {
      values: draft ?? saved,
      setValues: (next) => setDraft(key, isEqual(next, saved) ? null : next),
    },
    schema: WrittenBody,
    schemaNames: { fromUrl: 'from_url', toUrl: 'to_url', httpStatus: 'http_status' },
    toBody: (values) => toBody(values, rule, redirects.site),
    save(values) {
      const body = toBody(values, rule, redirects.site);
      return rule
        ? deskClient.redirects.save.mutate({ slug, id: rule.id, body })
        : deskClient.redirects.add.mutate({ slug, body });
    },
    onSaved({ answer: done }) {
      // Without this, the form would show the old values until the list is fetched again.
      client.setQueryData(
        desk.redirects.list.queryKey({ slug }),
        (known) =>
          known && { ...known, rules: known.rules.map((each) => (each.id === done.id ? done : each)) },
      );
      setDraft(key, null);
      form.clearErrors();
      if (!rule) onAdded(done.id);
    },
    message: ({ answer }) => `${rule ? 'Saved' : 'Added'} ${formatRedirect(answer)}`,
  });
  const { values } = form;
  const hints = hintsOf(values);
  const isGone = opened !== 'new' && rule === undefined;
  const disabledReason = rule && draft === undefined ? 'No changes to save.' : undefined;

  useEffect(() => {
    const first = form.ref.current?.querySelector<HTMLElement>('input:not([type="radio"])');
    const chosen = form.ref.current?.querySelector<HTMLElement>('input:checked');
    (opened === 'new' ? chosen : (first ?? chosen))?.focus({ preventScroll: true });
  }, [opened, form.ref]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (disabledReason === undefined) form.submit(event);
  }

  function discard(): void {
    setDraft(key, null);
    form.clearErrors();
    if (!rule) close();
  }

  return (
    <SidePanel title={rule ? `Redirect ${formatCount(number)}` : 'New redirect'} place="screen" close={close}>
      <form ref={form.ref} className={classes.form} onSubmit={submit} noValidate>
        <div className={classes.fields}>
          {isGone && (
            <p className={classes.warning}>
              This redirect was removed elsewhere. Your changes are kept; Add creates it again.
            </p>
          )}
          <TypeChoice chosen={values} choose={form.change} />
          {hints.text !== undefined && <p className="meta">{hints.text}</p>}
          {FIELDS.map(
            ({ field, hint, label }) =>
              hints[hint] !== undefined && (
                <TextInput
                  key={field}
                  label={label}
                  classNames={{ input: 'mono' }}
                  description={hints[hint]}
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  {...form.field(field)}
                />
              ),
          )}
          <RedirectOptionFields form={form} />
          <RedirectEffect values={values} isComplete={form.isValid} redirects={redirects} />
          {!rule && <p className="meta">New redirects are tried first.</p>}
          {form.problem !== undefined && <FormProblem>{form.problem}</FormProblem>}
        </div>
        <footer className={classes.panelFooter}>
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
          <Tooltip label={disabledReason} disabled={disabledReason === undefined}>
            <Button
              variant="default"
              ml="auto"
              aria-disabled={disabledReason !== undefined}
              onClick={discard}
            >
              Discard
            </Button>
          </Tooltip>
          <Tooltip label={disabledReason} disabled={disabledReason === undefined}>
            <Button type="submit" aria-disabled={disabledReason !== undefined} loading={form.isBusy}>
              {rule ? 'Save redirect' : 'Add redirect'}
            </Button>
          </Tooltip>
        </footer>
      </form>
    </SidePanel>
  );
}

function hintsOf({ type, dialect }: RedirectValues): Hints {
  const current = CURRENT_REDIRECT_TYPES.find((known) => known === type);
  if (dialect === 'current' && current) return HINTS[current];
  const of2020 = REDIRECT_TYPES.find((known) => known === type);
  return of2020 ? HINTS_OF_2020[of2020] : {};
}

function isEqual(a: RedirectValues, b: RedirectValues): boolean {
  return Object.keys(EMPTY_VALUES).every(
    (key) => a[key as keyof RedirectValues] === b[key as keyof RedirectValues],
  );
}
