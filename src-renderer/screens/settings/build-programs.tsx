import { Button, Skeleton } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed, IconRefresh } from '@tabler/icons-react';
import { BUILD_PROGRAMS } from '../../../src-server/model/builds/build-programs.ts';
import { type Program, usePrograms } from '../../features/use-programs.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { SettingGroup } from './setting.tsx';
import classes from './settings.module.css';

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
      <div className={classes.cardFooter}>
        <span className="meta grow">Builds install their own packages; these programs run them.</span>
        <Button
          variant="default"
          leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
          aria-disabled={programs === undefined}
          onClick={() => programs !== undefined && refresh()}
        >
          Check again
        </Button>
      </div>
    </SettingGroup>
  );
}

function ProgramRow({ name, path, version, remedy, for: purpose }: Program) {
  return (
    <li className={classes.program}>
      {path === null ? (
        <IconCircleDashed size={14} className="dimmer" aria-label="Missing" />
      ) : (
        <IconCircleCheckFilled size={14} className={classes.found} aria-label="Found" />
      )}
      <b>{name}</b>
      <div className={classes.details}>
        {path === null ? (
          <span className="dim">Not found. {remedy}</span>
        ) : (
          <span className={classes.location}>
            <span>{version ?? `Not working. ${remedy}`}</span>
            <span className="mono truncate dimmer" title={path}>
              {path}
            </span>
          </span>
        )}
        <span className="meta">{purpose.charAt(0).toUpperCase() + purpose.slice(1)}.</span>
      </div>
    </li>
  );
}
