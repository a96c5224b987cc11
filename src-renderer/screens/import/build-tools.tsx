import { SegmentedControl } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { BuildToolSource } from '../../../src-server/model/projects/project.ts';
import { desk, queryClient, SLOW_CALL } from '../../api/desk.ts';
import { BUILD_TOOL_CHOICES } from '../../features/build-tools.ts';
import classes from './import.module.css';
import type { ImportFormState } from './import-values.ts';
import type { InspectionResult } from './use-inspection.ts';

/** The network may come and go. In milliseconds. */
const ADVICE_AGE_MS = 30_000;

const DESCRIPTIONS: Readonly<Record<BuildToolSource, string>> = {
  own: 'Each build downloads what its config asks for, as the service does.',
  machine: 'Builds use Sphinx, MkDocs, extensions and themes of this computer.',
};

function adviceOptions(result: InspectionResult | undefined) {
  const files = result?.files;
  const needs = { docs: files?.docs?.kind ?? null, python: files?.config?.python ?? null };
  return queryOptions({
    ...desk.import.tools.queryOptions(needs, { trpc: SLOW_CALL }),
    staleTime: ADVICE_AGE_MS,
  });
}

/** Returns what the first build had best run with: a fresh virtualenv where nothing is known to keep it from passing. */
export async function adviseTools(result: InspectionResult | undefined): Promise<BuildToolSource> {
  const advice = await queryClient.fetchQuery(adviceOptions(result)).catch(() => undefined);
  return advice?.tools ?? 'own';
}

type Props = { readonly form: ImportFormState; readonly result: InspectionResult | undefined };

/** Chooses what builds run with; until it is chosen, what is advised for this computer. */
export function BuildTools({ form, result }: Props) {
  const { data: advice, isError } = useQuery(adviceOptions(result));
  // Nothing is chosen until the advice is there, or a click on what it will replace would be lost.
  const advised = advice?.tools ?? (isError ? 'own' : undefined);
  const tools = form.values.buildTools === '' ? advised : form.values.buildTools;
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>Build with</legend>
      <SegmentedControl
        className={classes.tools}
        aria-label="Build with"
        data={[...BUILD_TOOL_CHOICES]}
        value={tools ?? ''}
        onChange={(next) => form.change({ buildTools: next })}
      />
      <div aria-live="polite">
        <p className="meta">{tools ? DESCRIPTIONS[tools] : 'Checking what works on this computer…'}</p>
        {advice && advice.reason !== null && tools === advice.tools && (
          <p className={classes.advice}>
            <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
            {advice.reason}
          </p>
        )}
      </div>
    </fieldset>
  );
}
