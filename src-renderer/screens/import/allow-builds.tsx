import { Checkbox } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useActing } from '../../api/acting.ts';
import { desk } from '../../api/desk.ts';
import { TrustExplanation } from '../../features/trust/trust-prompt.tsx';
import classes from './import.module.css';
import type { ImportValues } from './import-draft.ts';

type Props = {
  readonly form: Pick<ReturnType<typeof useForm<ImportValues>>, 'values' | 'getInputProps'>;
  readonly slug: string;
  readonly url: string;
};

/** Asks for the trust decision as part of the import (safety S12). */
export function AllowBuilds({ form, slug, url }: Props) {
  const { data: system } = useQuery(desk.system.state.queryOptions());
  const isActing = useActing(({ actAs }) => actAs !== null);
  const descriptionId = useId();
  const repositoryUrl = url.trim();
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>Permission to run code</legend>
      {system?.builds.trustAll ? (
        <p className="meta">Lectern was started with --trust-builds: builds run code without asking.</p>
      ) : isActing ? (
        <p className="meta">
          Its builds fail until the person at this computer allows them in the project settings.
        </p>
      ) : (
        <>
          <Checkbox
            label="Allow builds to run its code"
            aria-describedby={descriptionId}
            {...form.getInputProps('allowBuilds', { type: 'checkbox' })}
          />
          <p id={descriptionId} className={classes.description}>
            <TrustExplanation
              project={{
                slug: slug === '' ? 'this project' : slug,
                repositoryUrl: repositoryUrl === '' ? 'its repository' : repositoryUrl,
              }}
            />
          </p>
          {!form.values.allowBuilds && (
            <p className="meta">
              Otherwise the project is imported, but its builds fail until you allow them.
            </p>
          )}
        </>
      )}
    </fieldset>
  );
}
