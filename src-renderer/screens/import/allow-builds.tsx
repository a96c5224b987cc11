import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useActing } from '../../api/acting.ts';
import { desk } from '../../api/desk.ts';
import { TrustExplanation } from '../../features/trust/trust-prompt.tsx';
import classes from './import.module.css';
import type { ImportFormState } from './import-values.ts';

type Props = { readonly form: ImportFormState; readonly address: string; readonly slug: string };

/** Asks for the trust decision as part of the import (safety S12). */
export function AllowBuilds({ form, address, slug }: Props) {
  const { data: system } = useQuery(desk.system.state.queryOptions());
  const isActing = useActing(({ actAs }) => actAs !== null);
  const descriptionId = useId();
  const { allowBuilds } = form.values;
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>Permission to run code</legend>
      {system?.builds.trustAll ? (
        <p className="meta">Lectern was started with --trust-builds: builds run code without asking.</p>
      ) : isActing ? (
        <p className="meta">
          Nothing is built until the person at this computer allows it in the project settings.
        </p>
      ) : (
        <>
          <Checkbox
            label="Allow builds to run its code"
            aria-describedby={descriptionId}
            checked={allowBuilds}
            onChange={(event) => form.change({ allowBuilds: event.currentTarget.checked })}
          />
          <p id={descriptionId} className={classes.description}>
            <TrustExplanation
              project={{
                slug: slug === '' ? 'this project' : slug,
                repositoryUrl: address === '' ? 'its repository' : address,
              }}
            />
          </p>
        </>
      )}
    </fieldset>
  );
}

/** Says beside the button of the import that builds aren't allowed yet, and allows them. */
export function NotAllowedYet({ form }: Pick<Props, 'form'>) {
  const { data: system } = useQuery(desk.system.state.queryOptions());
  const isActing = useActing(({ actAs }) => actAs !== null);
  if (!system?.builds.run || system.builds.trustAll || form.values.allowBuilds || isActing) return null;
  return (
    <>
      <span className="dim" role="note">
        Builds aren't allowed yet: nothing is built until you allow it.
      </span>
      <Button variant="default" onClick={() => form.change({ allowBuilds: true })}>
        Allow builds
      </Button>
    </>
  );
}
