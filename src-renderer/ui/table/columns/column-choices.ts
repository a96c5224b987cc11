import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type ColumnChoice, USUAL_COLUMNS } from './arrange-columns.ts';

type ColumnChoices = {
  readonly byTable: Readonly<Record<string, ColumnChoice>>;
  readonly set: (table: string, choice: ColumnChoice) => void;
};

/** Holds which columns each table shows, in the window's own storage. */
const useColumnChoices = create<ColumnChoices>()(
  persist(
    (set) => ({
      byTable: {},
      set: (table, choice) => set(({ byTable }) => ({ byTable: { ...byTable, [table]: choice } })),
    }),
    { name: 'lectern-columns', version: 1 },
  ),
);

/** Returns the chosen columns of a table and a function that keeps others; undefined is a table without a choice. */
export function useColumnChoice(
  table: string | undefined,
): readonly [choice: ColumnChoice, choose: (choice: ColumnChoice) => void] {
  const choice = useColumnChoices(({ byTable }) => (table === undefined ? undefined : byTable[table]));
  const set = useColumnChoices((state) => state.set);
  return [choice ?? USUAL_COLUMNS, (next) => table !== undefined && set(table, next)];
}
