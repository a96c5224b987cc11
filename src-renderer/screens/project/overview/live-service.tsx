import { Button, Group, Title } from '@mantine/core';
import { IconExternalLink, IconPlus, IconUnlink } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { desk, deskClient } from '../../../api/desk.ts';
import {
  BuildIcon,
  buildDisplayState,
  buildStateLabel,
} from '../../../features/build-status/build-display-state.tsx';
import { RemoteMark } from '../../../features/live-service/remote-mark.tsx';
import { livePath, useRemotes } from '../../../features/live-service/remotes.ts';
import { confirm } from '../../../ui/dialog/confirm-dialog.tsx';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { BuildTail } from './build-tail.tsx';
import classes from './overview.module.css';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type Props = { readonly slug: string; readonly name: string };

/** Shows what a project is linked with and what is to be pushed; for one that is only here, offers to create it there. */
export function LiveService({ slug, name }: Props) {
  const remotes = useRemotes();
  const hasRemotes = remotes !== undefined && remotes.length > 0;
  const { data: link } = useQuery({ ...desk.sync.link.queryOptions({ slug }), enabled: hasRemotes });
  const create = useMutation(
    desk.sync.create.mutationOptions({
      onError: notifyError,
      onSuccess: (changed) => notifyUndoable(`The next push creates ${name} on the service`, changed),
    }),
  );
  if (!hasRemotes || link === undefined) return null;
  if (link === null)
    return (
      <section className={`card ${classes.live}`} aria-label="Live service">
        <span className="dim grow">This project is only here.</span>
        {remotes.map((remote) => (
          <Button
            key={remote.id}
            variant="default"
            leftSection={<IconPlus {...ICON} />}
            loading={create.isPending}
            onClick={() => create.mutate({ remote: remote.id, slugs: [slug] })}
          >
            {`Create on ${remote.name}`}
          </Button>
        ))}
      </section>
    );
  const { remote, outgoing, conflicts, isNew, isGone, lastPull } = link;
  const open = `?project=${encodeURIComponent(slug)}`;
  return (
    <section className={`card ${classes.live}`} aria-label="Live service">
      <div className="grow">
        <Group gap="sm">
          <Title order={2}>Live service</Title>
          <RemoteMark remote={remote} />
        </Group>
        <Group gap="12px" mt={4}>
          <Link href={livePath(remote.name) + open}>
            {outgoing ? `${pluralize(outgoing, 'change')} to push` : 'Nothing to push'}
          </Link>
          {conflicts > 0 && (
            <Link href={`${livePath(remote.name, 'conflicts')}?q=${encodeURIComponent(slug)}`}>
              {pluralize(conflicts, 'conflict')}
            </Link>
          )}
          {isGone && <span className="warn">Gone on the service, or no longer yours</span>}
          {isNew && <span className="dim">The next push creates it there</span>}
          {lastPull !== null && !isNew && (
            <span className="meta">
              <TimeAgo at={lastPull} prefix="Pulled" />
            </span>
          )}
        </Group>
      </div>
      {!isNew && (
        <Button
          component="a"
          href={link.url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink {...ICON} />}
        >
          {`Open on ${remote.name}`}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconUnlink {...ICON} />}
        onClick={() => confirmUnlink(slug, remote.name, isNew)}
      >
        Unlink…
      </Button>
      {!isNew && <BuildsThere slug={slug} remote={remote.name} url={link.url} />}
    </section>
  );
}

type BuildsProps = {
  readonly slug: string;
  readonly remote: string;
  /** Where the project is on the service. */
  readonly url: string;
};

/** Lists the newest builds on the service, which are none of this computer's. */
function BuildsThere({ slug, remote, url }: BuildsProps) {
  const { data } = useQuery(desk.sync.builds.queryOptions({ slug }));
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={classes.buildsThere} aria-label={`Builds on ${remote}`}>
      <h3 className="meta">{`Builds on ${remote}, as of the last pull`}</h3>
      <ul>
        {data.map((build) => {
          const displayState = buildDisplayState(build);
          return (
            <li key={build.key}>
              <a
                className={classes.buildThere}
                href={new URL(`builds/${build.key}/`, url).href}
                target="_blank"
                rel="noreferrer"
                title={`Open this build on ${remote}`}
              >
                <BuildIcon state={displayState} isLabelled={false} />
                <span className="mono truncate">{build.version ?? 'Version gone'}</span>
                <span className="dim">{buildStateLabel(displayState)}</span>
                <BuildTail build={build} />
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function confirmUnlink(slug: string, remote: string, isNew: boolean): void {
  confirm({
    title: 'Unlink a project',
    confirmLabel: `Unlink ${slug}`,
    body: isNew
      ? `${slug} is no longer to be created on ${remote}. It stays here.`
      : `${slug} stays here as it is, and on ${remote} as it is there. Pulls and pushes leave it out from now on.`,
    async run() {
      const done = isNew
        ? await deskClient.sync.cancelCreate.mutate({ slugs: [slug] })
        : await deskClient.sync.unlink.mutate({ slug });
      notifyUndoable(`Unlinked ${slug}. The local copy stays.`, done);
      return done;
    },
  });
}
