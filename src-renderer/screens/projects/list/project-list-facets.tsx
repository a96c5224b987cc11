import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  languageName,
  programmingLanguageName,
} from '../../../../src-server/model/projects/languages/languages.ts';
import {
  PROJECT_STATES,
  type ProjectListFilter,
  type ProjectState,
} from '../../../../src-server/model/projects/project-list.ts';
import { desk } from '../../../api/desk.ts';
import { Facet, type FacetValue } from '../../../ui/list/facet.tsx';
import type { ProjectListFacet } from './project-list-address.ts';

const STATE_LABELS: Readonly<Record<ProjectState, string>> = {
  running: 'Running',
  failing: 'Failing',
  passing: 'Passing',
  cancelled: 'Cancelled',
  never: 'Not built',
};

const identity = (value: string) => value;
const FACETS: readonly {
  readonly facet: ProjectListFacet;
  readonly label: string;
  readonly labelOf: (value: string) => string;
}[] = [
  { facet: 'tags', label: 'Tag', labelOf: identity },
  { facet: 'languages', label: 'Language', labelOf: (code) => nameOrCode(languageName(code), code) },
  {
    facet: 'programmingLanguages',
    label: 'Code',
    labelOf: (code) => nameOrCode(programmingLanguageName(code), code),
  },
  { facet: 'people', label: 'People', labelOf: identity },
  { facet: 'states', label: 'State', labelOf: (state) => STATE_LABELS[state as ProjectState] ?? state },
];

type Props = {
  readonly filter: ProjectListFilter;
  readonly filterBy: (filter: Partial<ProjectListFilter>) => void;
};

/** Shows the filters of the list of projects. Fetches their values when one is opened. */
export function ProjectListFacets({ filter, filterBy }: Props) {
  const [opened, setOpened] = useState(false);
  const { data } = useQuery({
    ...desk.projects.facets.queryOptions(filter),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  return FACETS.map(({ facet, label, labelOf }) => {
    const counted = data?.[facet] ?? [];
    // A chosen value that no project has any more can still be deselected.
    const missing = filter[facet].filter((value) => !counted.some((each) => each.value === value));
    const values: FacetValue[] = [
      ...missing.map((value) => ({ value, label: labelOf(value), ...(data ? { count: 0 } : {}) })),
      ...counted.map(({ value, count }) => ({ value, label: labelOf(value), count })),
    ];
    const choose = (chosen: readonly string[]) =>
      filterBy(
        facet === 'states'
          ? { states: PROJECT_STATES.filter((state) => chosen.includes(state)) }
          : { [facet]: chosen },
      );
    return (
      <Facet
        key={facet}
        label={label}
        values={values}
        chosen={filter[facet]}
        change={choose}
        onOpen={() => setOpened(true)}
      />
    );
  });
}

function nameOrCode(name: string, code: string): string {
  return name === 'Unknown' ? code : name;
}
