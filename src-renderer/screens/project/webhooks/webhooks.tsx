import { useQuery } from '@tanstack/react-query';
import { desk, problemOf } from '../../../api/desk.ts';
import classes from '../settings/settings.module.css';
import { GitHook } from './git-hook.tsx';
import { IncomingWebhooks } from './incoming-webhooks.tsx';
import { OutgoingWebhooks } from './outgoing-webhooks.tsx';

/** Shows incoming integrations, the git hook and outgoing webhooks. Changes apply at once. */
export function Webhooks({ slug }: { readonly slug: string }) {
  const { data, error } = useQuery(desk.webhooks.list.queryOptions({ slug }));
  return (
    <section className={classes.section} aria-label="Webhooks">
      <h2 className={classes.title}>Webhooks</h2>
      {error && <p className="dim">{problemOf(error).message}</p>}
      {data && (
        <>
          <IncomingWebhooks slug={slug} server={data.server} integrations={data.integrations} />
          <GitHook slug={slug} />
          <OutgoingWebhooks slug={slug} webhooks={data.webhooks} />
        </>
      )}
    </section>
  );
}
