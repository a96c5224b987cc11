import { useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { OnlyHere, RemoteMark } from './remote-mark.tsx';
import { useRemotes } from './remotes.ts';

/** Says what a project is linked with, or that it is only here; nothing where no account is connected. */
export function LiveMark({ slug }: { readonly slug: string }) {
  const remotes = useRemotes();
  const hasRemotes = remotes !== undefined && remotes.length > 0;
  const { data: link } = useQuery({ ...desk.sync.link.queryOptions({ slug }), enabled: hasRemotes });
  if (!hasRemotes || link === undefined) return null;
  if (link === null) return <OnlyHere />;
  return <RemoteMark remote={link.remote} outgoing={link.outgoing} conflicts={link.conflicts} />;
}
