import { Button, Group, Menu, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import {
  formatRedirectFile,
  type RedirectFormat,
} from '../../../../src-server/model/redirects/redirect-file.ts';
import { notify } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';
import { ListToolbar } from '../../../ui/list/list-toolbar.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import type { RedirectView } from './redirect-view.ts';

type Props = {
  readonly slug: string;
  readonly rules: readonly RedirectView[];
  readonly openImport: () => void;
  readonly add: () => void;
};

const MEDIA_TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;
/** Without it, spreadsheets read the file in the system's legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Shows how redirects are tried, and the actions on all of them. */
export function RedirectsTools({ slug, rules, openImport, add }: Props) {
  const save = (format: RedirectFormat) => {
    const text = formatRedirectFile(rules, format);
    const name = `${slug}-redirects.${format}`;
    saveFile(format === 'csv' ? [BYTE_ORDER_MARK, text] : [text], MEDIA_TYPES[format], name);
    notify(`Exported ${pluralize(rules.length, 'redirect')} to ${name}`);
  };
  return (
    <Group gap="sm" wrap="nowrap" flex="none" mih={44} px="var(--gutter)">
      <ListToolbar
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
        <Text component="p" flex={1} miw={0} lh="16px" c="var(--text-2)">
          Tried in order when a page is missing, forced ones before. The first match wins.
        </Text>
      </ListToolbar>
    </Group>
  );
}
