import { Button, Skeleton, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { languageName } from '../../../../src-server/model/projects/languages/languages.ts';
import { desk } from '../../../api/desk.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { ScreenBody } from '../../../ui/feedback/screen.tsx';
import { pluralize } from '../../../ui/format.ts';
import { ListToolbar } from '../../../ui/list/list-toolbar.tsx';
import { ProjectFrame, useProjectHeader } from '../project-frame.tsx';
import { AddTranslation } from './add-translation.tsx';
import classes from './relations.module.css';
import { MatrixLegend, TranslationMatrix } from './translation-matrix.tsx';

/** Shows a project's translations and what is built in each language. */
export function TranslationsScreen({ slug }: { readonly slug: string }) {
  const [adding, setAdding] = useState(false);
  const mainProject = useProjectHeader(slug)?.mainProject;
  const { data: matrix } = useQuery(desk.translations.matrix.queryOptions({ slug }));
  const remove = useMutation(
    desk.translations.remove.mutationOptions({
      onSuccess: (changed, { translation }) => notifyUndoable(`Removed translation ${translation}`, changed),
      onError: notifyError,
    }),
  );
  const translations = matrix ? matrix.languages.length - 1 : 0;
  const hasNone = translations === 0 && mainProject === null;
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      aria-disabled={mainProject !== null}
      onClick={() => mainProject === null && setAdding(true)}
    >
      Add translation…
    </Button>
  );
  return (
    <ProjectFrame
      slug={slug}
      tab="translations"
      calls={[{ path: `/api/v3/projects/${slug}/translations/`, label: 'List the translations' }]}
      tools={
        matrix && mainProject !== undefined && !hasNone ? (
          <ListToolbar
            actions={
              mainProject ? <Tooltip label="Translations belong to the main project.">{add}</Tooltip> : add
            }
          >
            {mainProject && (
              <span className="truncate dim">
                A translation of{' '}
                <Link href={`/projects/${mainProject.slug}/translations`} className={classes.inlineLink}>
                  {mainProject.name}
                </Link>
                , so it can have none of its own.
              </span>
            )}
          </ListToolbar>
        ) : undefined
      }
      footer={
        matrix && !hasNone ? (
          <>
            <span>{`${pluralize(matrix.languages.length, 'language')}, ${pluralize(matrix.versions.length, 'version')}`}</span>
            <MatrixLegend />
          </>
        ) : undefined
      }
    >
      {!matrix && (
        <ScreenBody>
          <Skeleton height={160} radius="lg" animate={false} aria-label="Loading" />
        </ScreenBody>
      )}
      {matrix && !hasNone && (
        <TranslationMatrix matrix={matrix} remove={(translation) => remove.mutate({ slug, translation })} />
      )}
      {matrix && hasNone && (
        <EmptyState
          title={`Only in ${languageName(matrix.languages[0]?.language ?? '')}`}
          choices={[
            {
              icon: <IconPlus size={20} stroke={1.75} aria-hidden />,
              label: 'Add a translation',
              hint: 'Choose the project that holds it',
              run: () => setAdding(true),
            },
          ]}
        >
          A translation is a separate project in another language. Readers can switch between languages, and
          each project keeps its own versions and builds.
        </EmptyState>
      )}
      {adding && <AddTranslation slug={slug} close={() => setAdding(false)} />}
    </ProjectFrame>
  );
}
