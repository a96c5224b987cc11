import { Button, Skeleton } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed, IconRefresh } from '@tabler/icons-react';
import { BUILD_PROGRAMS } from '../../../src-server/model/builds/build-programs.ts';
import { type Program, usePrograms } from '../../features/use-programs.ts';
import { tellProblem } from '../../ui/feedback/tell.tsx';
import { Group } from './setting.tsx';
import classes from './settings.module.css';

/** The programs that builds run, as found on this machine. Asked once: each has to be started to tell its version. */
export function Builders() {
  const { programs, look } = usePrograms(tellProblem);
  return (
    <Group title="Found on this machine">
      <ul className={classes.programs} aria-label="Programs" aria-busy={programs === undefined}>
        {programs === undefined
          ? BUILD_PROGRAMS.map(({ name }) => (
              <li key={name} className={classes.program}>
                <span />
                <b>{name}</b>
                <Skeleton height={10} width="60%" radius="sm" />
              </li>
            ))
          : programs.map((program) => <Line key={program.name} {...program} />)}
      </ul>
      <div className={classes.cardFoot}>
        <span className="meta grow">Builds bring their own packages; these start them.</span>
        <Button
          variant="default"
          leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
          aria-disabled={programs === undefined}
          onClick={() => programs !== undefined && look()}
        >
          Look again
        </Button>
      </div>
    </Group>
  );
}

function Line({ name, path, version, remedy, for: purpose }: Program) {
  return (
    <li className={classes.program}>
      {path === null ? (
        <IconCircleDashed size={14} className="dimmer" aria-label="Missing" />
      ) : (
        <IconCircleCheckFilled size={14} className={classes.good} aria-label="Found" />
      )}
      <b>{name}</b>
      <div className={classes.where}>
        {path === null ? (
          <span className="dim">Not found. {remedy}</span>
        ) : (
          <span className={classes.found}>
            <span>{version ?? `does not work. ${remedy}`}</span>
            <span className="mono cut dimmer" title={path}>
              {path}
            </span>
          </span>
        )}
        <span className="meta">{purpose.charAt(0).toUpperCase() + purpose.slice(1)}.</span>
      </div>
    </li>
  );
}
