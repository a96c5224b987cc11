import { Checkbox, Select, TextInput } from '@mantine/core';
import {
  REDIRECT_STATUSES,
  type RedirectStatus,
} from '../../../../src-server/model/redirects/resolve-redirect.ts';
import type { Form } from '../../../ui/form/use-form.ts';
import type { RedirectValues } from '../list/redirect-drafts.ts';

const STATUS_LABELS: Readonly<Record<RedirectStatus, string>> = {
  302: '302, temporary',
  301: '301, permanent',
};

/** Edits what a redirect has beside its rule; 2020 has no fields for it. */
export function RedirectOptionFields({ form }: { readonly form: Form<RedirectValues> }) {
  const { values, change } = form;
  return (
    <>
      <Select
        label="Status"
        data={REDIRECT_STATUSES.map((status) => ({ value: String(status), label: STATUS_LABELS[status] }))}
        value={String(values.httpStatus)}
        allowDeselect={false}
        onChange={(value) => change({ httpStatus: value === '301' ? 301 : 302 })}
      />
      <Checkbox
        label="Force"
        description="Tried before the page is looked up, too."
        checked={values.force}
        onChange={({ currentTarget }) => change({ force: currentTarget.checked })}
      />
      <Checkbox
        label="Enabled"
        description="Switched off, it is kept and not tried."
        checked={values.enabled}
        onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
      />
      <TextInput label="Description" autoComplete="off" {...form.field('description')} />
    </>
  );
}
