import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { languageName, programmingLanguageName } from '../../../../src-server/model/projects/languages.ts';
import {
  PROJECT_STATES,
  type ProjectState,
  type ShelfFilter,
} from '../../../../src-server/model/projects/shelf.ts';
import { desk } from '../../../api/desk.ts';
import { Facet, type FacetValue } from '../../../ui/table/facet.tsx';
import type { ShelfFacet } from './shelf-address.ts';

const STATE_WORDS: Readonly<Record<ProjectState, string>> = {
  running: 'Running',
  failing: 'Failing',
  passing: 'Passing',
  cancelled: 'Cancelled',
  never: 'Not built',
};

const same = (value: string) => value;
const LABELS: readonly {
  readonly facet: ShelfFacet;
  readonly label: string;
  readonly nameOf: (value: string) => string;
}[] = [
  { facet: 'tags', label: 'Tag', nameOf: same },
  { facet: 'languages', label: 'Language', nameOf: (code) => named(languageName(code), code) },
  {
    facet: 'programmingLanguages',
    label: 'Code',
    nameOf: (code) => named(programmingLanguageName(code), code),
  },
  { facet: 'people', label: 'People', nameOf: same },
  { facet: 'states', label: 'State', nameOf: (state) => STATE_WORDS[state as ProjectState] ?? state },
];

type Props = {
  readonly filter: ShelfFilter;
  readonly filterBy: (filter: Partial<ShelfFilter>) => void;
};

/** The filters of the list of projects. Their values are asked for when somebody opens one. */
export function ShelfFacets({ filter, filterBy }: Props) {
  const [opened, setOpened] = useState(false);
  const { data } = useQuery({
    ...desk.projects.facets.queryOptions(filter),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  return LABELS.map(({ facet, label, nameOf }) => {
    const counted = data?.[facet] ?? [];
    // What is chosen can be unchosen, also where nothing has it any more.
    const missing = filter[facet].filter((value) => !counted.some((each) => each.value === value));
    const values: FacetValue[] = [
      ...missing.map((value) => ({ value, label: nameOf(value), ...(data ? { count: 0 } : {}) })),
      ...counted.map(({ value, count }) => ({ value, label: nameOf(value), count })),
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

function named(name: string, code: string): string {
  return name === 'Unknown' ? code : name;
}
