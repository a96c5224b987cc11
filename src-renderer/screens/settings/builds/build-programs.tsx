import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed, IconRefresh } from '@tabler/icons-react';
import { BUILD_PROGRAMS } from '../../../../src-server/model/builds/build-programs.ts';
import { type Program, usePrograms } from '../../../features/use-programs.ts';
import { ActionItems, copyAction } from '../../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../../ui/context-menu/context-menu-state.ts';
import { notifyError } from '../../../ui/feedback/notify.tsx';
import { SettingGroup } from '../fields/setting.tsx';
import classes from '../settings.module.css';

/** Lists the programs that builds run, as found on this computer. Fetched once, since each is started for its version. */
export function BuildPrograms() {
  const { programs, look: refresh } = usePrograms(notifyError);
  return (
    <SettingGroup title="Programs on this computer">
      <ul className={classes.programs} aria-label="Programs" aria-busy={programs === undefined}>
        {programs === undefined
          ? BUILD_PROGRAMS.map(({ name }) => (
              <li key={name} className={classes.program}>
                <span />
                <b>{name}</b>
                <Skeleton height={10} width="60%" radius="sm" />
              </li>
            ))
          : programs.map((program) => <ProgramRow key={program.name} {...program} />)}
      </ul>
      <Group gap="sm" px="lg" py={10}>
        <span className="meta grow">Builds install their own packages; these programs run them.</span>
        <Button
          variant="default"
          leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
          aria-disabled={programs === undefined}
          onClick={() => programs !== undefined && refresh()}
        >
          Check again
        </Button>
      </Group>
    </SettingGroup>
  );
}

function ProgramRow({ name, path, version, remedy, for: purpose }: Program) {
  const menu = contextMenuOf({
    label: `Actions for ${name}`,
    items: () => (
      <ActionItems
        actions={[
          ...(path === null ? [] : [copyAction('path', path)]),
          ...(version === null ? [] : [copyAction('version', version)]),
          copyAction('name', name),
        ]}
      />
    ),
  });
  return (
    <li className={classes.program} {...menu}>
      {path === null ? (
        <IconCircleDashed size={14} className="dimmer" aria-label="Missing" />
      ) : (
        <IconCircleCheckFilled size={14} className={classes.found} aria-label="Found" />
      )}
      <b>{name}</b>
      <Stack gap={0} miw={0}>
        {path === null ? (
          <span className="dim">Not found. {remedy}</span>
        ) : (
          <Group gap="md" wrap="nowrap" miw={0}>
            <Text flex="none">{version ?? `Not working. ${remedy}`}</Text>
            <span className="mono truncate dimmer" title={path}>
              {path}
            </span>
          </Group>
        )}
        <span className="meta">{purpose.charAt(0).toUpperCase() + purpose.slice(1)}.</span>
      </Stack>
    </li>
  );
}
