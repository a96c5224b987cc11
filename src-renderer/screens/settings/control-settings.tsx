import { Button, Switch } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { Setting, SettingGroup } from './fields/setting.tsx';
import classes from './settings.module.css';

const LABEL = 'Accept control requests';
const HINT =
  'Test suites can then reset this workspace, set its clock and play faults; builds wait to be advanced. A backup is made first. Until you turn it off or close the workspace.';

/** Lets test suites control the workspace that is open, and shows where and with which key. */
export function ControlSettings() {
  const { data: control, refetch } = useQuery(desk.settings.control.queryOptions());
  const change = useMutation(
    desk.settings.setControl.mutationOptions({ onSettled: () => refetch(), onError: notifyError }),
  );
  if (!control) return null;
  const { problem, isFixed, open } = control;
  return (
    <SettingGroup title="Test suites">
      <Setting
        label={LABEL}
        hint={isFixed ? 'Lectern was started with --control, for as long as it runs.' : (problem ?? HINT)}
      >
        <Switch
          aria-label={LABEL}
          checked={open !== null}
          disabled={isFixed || problem !== null || change.isPending}
          onChange={({ currentTarget }) => change.mutate({ on: currentTarget.checked })}
        />
      </Setting>
      {open && (
        <>
          <Setting
            label="Address of control"
            hint={<span className={`mono ${classes.path}`}>{open.url}</span>}
          >
            <CopyButton text={open.url} what="address" />
          </Setting>
          {/* Copied, not shown: anyone who has it can erase everything. */}
          <Setting label="Key of control" hint="Sent as “Authorization: Key …”. Another one each time.">
            <CopyButton text={open.key} what="key" />
          </Setting>
        </>
      )}
    </SettingGroup>
  );
}

function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
      onClick={() => copyText(text, `Copied the ${what} of control`)}
    >
      Copy {what}
    </Button>
  );
}
