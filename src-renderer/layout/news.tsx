import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { desk } from '../api/desk.ts';
import { useNews } from '../features/news/news-state.ts';
import { notifyError } from '../ui/feedback/notify.tsx';
import { lazyScreen } from '../ui/lazy/lazy-screen.tsx';
import { LoadBoundary } from '../ui/lazy/load-boundary.tsx';

const NewsDialog = lazyScreen(() =>
  import('../screens/handbook/news-dialog.tsx').then(({ NewsDialog }) => NewsDialog),
);

/** Shows the news once after an update, and when they are asked for. */
export function News() {
  const version = useQuery(desk.system.state.queryOptions()).data?.version;
  const { isOpen, onVersion, close } = useNews();
  useEffect(() => {
    if (version !== undefined) onVersion(version);
  }, [version, onVersion]);
  if (!isOpen || version === undefined) return null;
  return (
    <LoadBoundary
      onFailure={(error) => {
        close(version);
        notifyError(error);
      }}
    >
      <NewsDialog version={version} />
    </LoadBoundary>
  );
}
