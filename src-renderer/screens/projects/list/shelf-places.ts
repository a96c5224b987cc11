import { SHELF_GROUPS, type ShelfGroup } from '../../../../src-server/model/projects/shelf.ts';

/** What stands at a place of the table: a heading, or the project at an offset of the list. */
export type ShelfPlace = { readonly heading: ShelfGroup } | { readonly offset: number };

/** How the list's offsets lie in the table when headings stand between them and some groups are folded. */
export type ShelfPlaces = {
  readonly length: number;
  readonly at: (place: number) => ShelfPlace | undefined;
  readonly offsetOf: (place: number) => number | undefined;
};

type Given = {
  readonly count: number;
  readonly grouped: boolean;
  readonly groups: Readonly<Record<ShelfGroup, number>>;
  readonly folded: readonly ShelfGroup[];
};

/** Headings stand only where there is more than one group, or where the only one is folded. */
export function shelfPlaces({ count, grouped, groups, folded }: Given): ShelfPlaces {
  const present = SHELF_GROUPS.filter((group) => groups[group] > 0);
  const headed = grouped && (present.length > 1 || present.some((group) => folded.includes(group)));
  if (!headed) {
    const offsetOf = (place: number) => (place >= 0 && place < count ? place : undefined);
    const at = (place: number) => (offsetOf(place) === undefined ? undefined : { offset: place });
    return { length: count, at, offsetOf };
  }
  let place = 0;
  let offset = 0;
  const parts = present.map((group) => {
    const part = { group, place, offset, shown: folded.includes(group) ? 0 : groups[group] };
    place += 1 + part.shown;
    offset += groups[group];
    return part;
  });
  const at = (wanted: number): ShelfPlace | undefined => {
    const part = parts.findLast((each) => each.place <= wanted);
    if (!part || wanted > part.place + part.shown) return undefined;
    return wanted === part.place
      ? { heading: part.group }
      : { offset: part.offset + wanted - part.place - 1 };
  };
  return {
    length: place,
    at,
    offsetOf(wanted) {
      const found = at(wanted);
      return found && 'offset' in found ? found.offset : undefined;
    },
  };
}
