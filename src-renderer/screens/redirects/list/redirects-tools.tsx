import { Button, Group, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import {
  formatRedirectFile,
  type RedirectFormat,
} from '../../../../src-server/model/redirects/redirect-file.ts';
import { WRITTEN_TYPES } from '../../../../src-server/model/redirects/written-redirect.ts';
import { notify } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';
import { Facet, type FacetValue } from '../../../ui/list/facet.tsx';
import { ListToolbar } from '../../../ui/list/list-toolbar.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import type { RedirectView } from './redirect-view.ts';
import type { RedirectsFilter } from './redirects-address.ts';

type Props = {
  readonly slug: string;
  readonly rules: readonly RedirectView[];
  readonly filter: RedirectsFilter;
  readonly changeFilter: (filter: Partial<RedirectsFilter>) => void;
  readonly openImport: () => void;
  readonly add: () => void;
};

const MEDIA_TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;
/** Without it, spreadsheets read the file in the system's legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Shows the filters of the list of redirects, and the actions on all of them. */
export function RedirectsTools({ slug, rules, filter, changeFilter, openImport, add }: Props) {
  const counts = useMemo(() => countTypes(rules), [rules]);
  const save = (format: RedirectFormat) => {
    const text = formatRedirectFile(rules, format);
    const name = `${slug}-redirects.${format}`;
    saveFile(format === 'csv' ? [BYTE_ORDER_MARK, text] : [text], MEDIA_TYPES[format], name);
    notify(`Exported ${pluralize(rules.length, 'redirect')} to ${name}`);
  };
  return (
    <Group gap="sm" wrap="nowrap" flex="none" mih={44} px="var(--gutter)">
      <ListToolbar
        filter={{
          label: 'Filter redirects',
          text: filter.text,
          change: (text) => changeFilter({ text }),
        }}
        actions={
          <>
            <Button variant="default" onClick={openImport}>
              Import
            </Button>
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <Button variant="default">Export</Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => save('json')}>As JSON</Menu.Item>
                <Menu.Item onClick={() => save('csv')}>As CSV</Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              onClick={add}
            >
              Add redirect
            </Button>
          </>
        }
      >
        <Facet
          label="Type"
          values={counts}
          chosen={filter.types}
          change={(chosen) => changeFilter({ types: WRITTEN_TYPES.filter((type) => chosen.includes(type)) })}
        />
      </ListToolbar>
    </Group>
  );
}

function countTypes(rules: readonly RedirectView[]): readonly FacetValue[] {
  const counts = new Map<string, number>();
  for (const { type } of rules) counts.set(type, (counts.get(type) ?? 0) + 1);
  return WRITTEN_TYPES.flatMap((type) => {
    const count = counts.get(type);
    return count === undefined ? [] : [{ value: type, label: type, count }];
  });
}
