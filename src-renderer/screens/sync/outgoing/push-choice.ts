import { create } from 'zustand';

/** What a person chose for the next push of a remote. */
export type PushChoice = {
  /** Whether projects are pushed unless they are named below. */
  readonly isAll: boolean;
  /** Projects that are the exception, with their numbers of changes. */
  readonly projects: ReadonlyMap<string, number>;
  /** Steps that are left out of projects that are pushed, with their projects. */
  readonly steps: ReadonlyMap<string, string>;
};

const EVERYTHING: PushChoice = { isAll: true, projects: new Map(), steps: new Map() };

/** Keeps the choices while other tabs are looked at. */
const useChoices = create<{ readonly byRemote: Readonly<Record<number, PushChoice>> }>()(() => ({
  byRemote: {},
}));

/** Returns whether the changes of a project are pushed. */
export function isProjectChosen({ isAll, projects }: PushChoice, slug: string): boolean {
  return isAll !== projects.has(slug);
}

/** Returns how many of these changes are pushed. */
export function chosenCount(choice: PushChoice, total: number): number {
  const { isAll, projects, steps } = choice;
  const named = [...projects.values()].reduce((sum, changes) => sum + changes, 0);
  const left = [...steps.values()].filter((slug) => isProjectChosen(choice, slug)).length;
  return Math.max(0, (isAll ? total - named : named) - left);
}

/** Reads and changes what is pushed to a remote. */
export function usePushChoice(remoteId: number) {
  const choice = useChoices(({ byRemote }) => byRemote[remoteId] ?? EVERYTHING);
  const set = (next: PushChoice) =>
    useChoices.setState(({ byRemote }) => ({ byRemote: { ...byRemote, [remoteId]: next } }));
  return {
    choice,
    reset: () => set(EVERYTHING),
    toggleAll: () => set({ ...EVERYTHING, isAll: !(choice.isAll && choice.projects.size === 0) }),
    toggleProject(slug: string, changes: number) {
      const projects = new Map(choice.projects);
      if (!projects.delete(slug)) projects.set(slug, changes);
      set({ ...choice, projects });
    },
    toggleStep(slug: string, id: string) {
      const steps = new Map(choice.steps);
      if (!steps.delete(id)) steps.set(id, slug);
      set({ ...choice, steps });
    },
  };
}
