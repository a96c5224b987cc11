import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { formatCount, pluralize } from '../../ui/format.ts';
import { ComputerTimeAgo } from '../../ui/time-ago.tsx';
import classes from './requests.module.css';

type Props = { readonly filter: string; readonly choose: (client: string) => void };

/** Lists the clients that called; a click narrows the list to one. */
export function ClientGroups({ filter, choose }: Props) {
  const { data: groups } = useQuery({
    ...desk.requests.groups.queryOptions({ filter }),
    placeholderData: keepPreviousData,
  });
  return (
    <ul className={classes.groups} aria-label="Clients">
      {groups?.map(({ client, count, failed, lastAt }) => (
        <li key={client}>
          <button
            type="button"
            className={classes.group}
            onClick={() => choose(client)}
            disabled={client === ''}
          >
            <span className="truncate" title={client}>
              {client === '' ? 'No User-Agent' : client}
            </span>
            <span className="dim">{pluralize(count, 'request')}</span>
            <span className={failed > 0 ? 'warn' : 'dimmer'}>{formatCount(failed)} failed</span>
            <span className="dim">
              <ComputerTimeAgo at={lastAt} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
