import { IconCloud, IconDeviceLaptop } from '@tabler/icons-react';
import classes from './remote-mark.module.css';

type MarkedRemote = { readonly id: number; readonly name: string };

/** How many colours remotes have; more remotes share them, and their names tell them apart. */
const COLORS = 5;

type Props = {
  readonly remote: MarkedRemote;
  /** Changes to push and conflicts, shown beside the name. */
  readonly outgoing?: number | null;
  readonly conflicts?: number;
  /** Shows the cloud alone; the name is in its title. */
  readonly isIconOnly?: boolean;
};

/** Marks what is linked with the live service, in the colour of its remote. */
export function RemoteMark({ remote, outgoing = 0, conflicts = 0, isIconOnly = false }: Props) {
  const numbers = [
    outgoing !== null && outgoing > 0 ? `${outgoing} to push` : '',
    conflicts > 0 ? `${conflicts} in conflict` : '',
  ].filter(Boolean);
  const text = [`Linked with ${remote.name}`, ...numbers].join(', ');
  return (
    <span className={classes.mark} data-remote-color={remote.id % COLORS} title={text}>
      <IconCloud
        size={14}
        stroke={1.75}
        aria-hidden={!isIconOnly}
        aria-label={isIconOnly ? text : undefined}
      />
      {!isIconOnly && <span className="truncate">{remote.name}</span>}
      {outgoing !== null && outgoing > 0 && <span className={classes.number}>↑{outgoing}</span>}
      {conflicts > 0 && <span className={classes.conflict}>!{conflicts}</span>}
    </span>
  );
}

/** Marks what exists on this computer alone. */
export function OnlyHere({ isIconOnly = false }: { readonly isIconOnly?: boolean }) {
  return (
    <span className={classes.local} title="Only here: not linked with a live service">
      <IconDeviceLaptop
        size={14}
        stroke={1.75}
        aria-hidden={!isIconOnly}
        aria-label={isIconOnly ? 'Only here' : undefined}
      />
      {!isIconOnly && 'Only here'}
    </span>
  );
}

/** Shows the dot of a remote in its colour. */
export function RemoteDot({ id }: { readonly id: number }) {
  return <span className={classes.dot} data-remote-color={id % COLORS} aria-hidden />;
}
