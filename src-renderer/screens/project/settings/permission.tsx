import { Button, Title } from '@mantine/core';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useActing } from '../../../api/acting.ts';
import { desk } from '../../../api/desk.ts';
import { TrustPrompt } from '../../../features/trust/trust-prompt.tsx';
import { notify, notifyError } from '../../../ui/feedback/notify.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import classes from './settings.module.css';
import type { ProjectDetails } from './settings-values.ts';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type Props = { readonly slug: string } & Pick<ProjectDetails, 'trust' | 'recordReason'>;

/** Shows whether builds may run the project's code, and grants or revokes it (safety S12). */
export function Permission({ slug, trust, recordReason }: Props) {
  const { trusted, repositoryUrl, pullRequestBuilds, by, since, isRequired } = trust;
  const isActing = useActing(({ actAs }) => actAs !== null);
  const revoke = useMutation(
    desk.builds.distrust.mutationOptions({
      onSuccess: () => notify(`Builds of ${slug} no longer run its code`),
      onError: notifyError,
    }),
  );
  return (
    <section className={classes.section} aria-label="Build permission">
      <Title order={2} mt="sm">
        Build permission
      </Title>
      {!isRequired && recordReason === null && (
        <p className="dim">Lectern was started with --trust-builds, so every project may run its code.</p>
      )}
      {recordReason !== null ? (
        <p className="dim">{recordReason}</p>
      ) : trusted ? (
        <div className={classes.permission}>
          <IconShieldCheck {...ICON} />
          <p>
            Builds run code from <span className="mono">{repositoryUrl}</span> on this computer.{' '}
            {pullRequestBuilds && 'They also run the code of anyone who opens a pull request. '}
            <span className="dimmer">
              {since === null ? (
                'It is no longer known who allowed it.'
              ) : (
                <>
                  <TimeAgo at={since} prefix={`${by ?? 'Lectern'} allowed it`} />.
                </>
              )}
            </span>
          </p>
          <Button
            variant="default"
            leftSection={<IconShieldOff {...ICON} />}
            aria-disabled={isActing}
            loading={revoke.isPending}
            onClick={() => !isActing && revoke.mutate({ project: slug })}
          >
            Revoke
          </Button>
        </div>
      ) : isActing ? (
        <p className="dim">Builds may not run its code. To allow it, stop acting as another person.</p>
      ) : (
        <TrustPrompt project={{ slug, repositoryUrl, pullRequestBuilds }} />
      )}
    </section>
  );
}
