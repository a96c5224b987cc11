import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { desk, problemOf } from '../../api/desk.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen, ScreenBody } from '../../ui/feedback/screen.tsx';
import { OutputText } from './output-text.tsx';
import { PreviewCard } from './preview-card.tsx';
import { PreviewProblems } from './preview-problems.tsx';
import classes from './previews.module.css';
import { StartPreview } from './start-preview.tsx';
import { usePreviewActions } from './use-preview-actions.ts';

const CRUMBS = [{ label: 'Projects', href: '/projects' }, { label: 'Previews' }];

/** Lists the running previews, and starts one. */
export function PreviewsScreen() {
  const { data, error } = useQuery(desk.previews.list.queryOptions({}));
  const actions = usePreviewActions();
  return (
    <Screen title="Previews" breadcrumbs={CRUMBS}>
      <ScreenBody>
        {error && !data && (
          <EmptyState title="Could not load the previews">{problemOf(error).message}</EmptyState>
        )}
        {data && (
          <div className={classes.column}>
            {data.isAllowed ? (
              <StartPreview />
            ) : (
              <p className="meta">Previews need builds, and are for the person at this computer alone.</p>
            )}
            {data.previews.map((preview) => (
              <PreviewCard key={preview.id} preview={preview} actions={actions} isLinked />
            ))}
            {data.previews.length === 0 && (
              <EmptyState title="No previews running">
                A preview shows a folder of this computer while you write, without a commit.
              </EmptyState>
            )}
          </div>
        )}
      </ScreenBody>
    </Screen>
  );
}

/** Shows one preview with its problems and the output of its last build. */
export function PreviewScreen({ id }: { readonly id: number }) {
  const { data } = useQuery(desk.previews.get.queryOptions({ id }));
  const actions = usePreviewActions();
  const asked = new URLSearchParams(useSearch()).get('problem');
  const chosen = asked !== null && /^\d{1,3}$/.test(asked) ? Number(asked) : null;
  const title = data?.preview ? `Preview of ${data.preview.project.name}` : 'Preview';
  const crumbs = [CRUMBS[0] ?? { label: '' }, { label: 'Previews', href: '/previews' }, { label: title }];
  return (
    <Screen title={title} breadcrumbs={crumbs}>
      <ScreenBody>
        {data && data.preview === null && (
          <EmptyState title="This preview has ended">
            It ends with Lectern, or when somebody stops it. Start it again on Previews.
          </EmptyState>
        )}
        {data?.preview && (
          <div className={classes.column}>
            <PreviewCard preview={data.preview} actions={actions}>
              <PreviewProblems
                preview={data.preview}
                hasEditor={data.hasEditor}
                actions={actions}
                chosen={chosen}
              />
            </PreviewCard>
            {data.preview.output !== '' && (
              <section className={`card ${classes.card}`} aria-label="Output of the last build">
                <h2>Output of the last build</h2>
                <OutputText text={data.preview.output} isAtEnd={data.preview.state === 'failed'} />
              </section>
            )}
          </div>
        )}
      </ScreenBody>
    </Screen>
  );
}
