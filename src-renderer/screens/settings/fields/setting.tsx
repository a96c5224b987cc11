import { Group, Stack, Text, Title } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { ReactNode } from 'react';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import classes from '../settings.module.css';

/** The settings with their context. */
export type SettingsState = inferRouterOutputs<DeskRouter>['settings']['all'];

/** Groups settings under a title. */
export function SettingGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.group} aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <div className={`card ${classes.rows}`}>{children}</div>
    </section>
  );
}

type SettingProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Its control or value. */
  readonly children?: ReactNode;
};

/** Shows a setting: label and hint on the left, control on the right. */
export function Setting({ label, hint, children }: SettingProps) {
  return (
    <Group gap="lg" wrap="nowrap" mih={52} px="lg" py="sm">
      <Stack gap={0} flex={1} miw={0}>
        <Text span fw={500}>
          {label}
        </Text>
        {hint !== undefined && <span className="meta">{hint}</span>}
      </Stack>
      {children !== undefined && (
        <Group gap="sm" wrap="nowrap" flex="none" maw="60%">
          {children}
        </Group>
      )}
    </Group>
  );
}
