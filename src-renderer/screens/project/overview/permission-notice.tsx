import { Button } from '@mantine/core';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { desk } from '../../../api/desk.ts';
import { requestBuilds } from '../../../features/trust/request-trust.ts';
import { notifyError } from '../../../ui/feedback/notify.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-facts.tsx';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const ALLOW = {
  note: 'Once you allow it, its active versions are built.',
  allowLabel: 'Allow builds',
} as const;

type Props = Pick<Overview, 'slug' | 'lastBuilds' | 'recordReason'>;

/** Says that builds aren't allowed yet and offers to allow them, before a build is refused for it (safety S12). */
export function PermissionNotice({ slug, lastBuilds, recordReason }: Props) {
  const { data: untrusted = [] } = useQuery(desk.builds.untrusted.queryOptions({ projects: [slug] }));
  // A refused build offers to allow and build, in the list of builds.
  const isSaidOfBuild = lastBuilds.find(({ remedy }) => remedy !== null)?.remedy === 'allow';
  if (untrusted.length === 0 || recordReason !== null || isSaidOfBuild) return null;
  const allow = () => requestBuilds(slug, ALLOW).catch(notifyError);
  return (
    <section className={classes.permission} aria-label="Build permission">
      <IconShieldOff {...ICON} />
      <p className="grow">
        <b>Builds aren't allowed yet.</b>
        <span className="dim">They run the project's code on this computer.</span>
      </p>
      <Button leftSection={<IconShieldCheck {...ICON} />} onClick={() => void allow()}>
        Allow builds
      </Button>
    </section>
  );
}
