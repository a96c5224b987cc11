import { fillStore } from '../bench/stores.ts';
import { longestSeed } from './longest-seed.ts';
import { addManyRows } from './many-rows.ts';
import { oneOfEach } from './one-of-each.ts';

/** A state of the data in which every screen is looked at. */
export type Scenario = {
  readonly name: 'empty' | 'one' | 'many' | 'longest';
  /** A seed file's content to start with. */
  readonly seed?: object;
  /** Fills the data folder before the start. */
  readonly fill?: (data: string) => Promise<void>;
  /** Whose machine it is. */
  readonly localUser: string;
  /** The project whose screens are taken; undefined when there is none. */
  readonly project?: string;
};

const MANY = 10_000;

/** No data, one row, ten thousand rows, and the longest names that are legal. */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'empty', localUser: 'mira' },
  { name: 'one', localUser: 'mira', seed: oneOfEach('mira'), project: 'tidewater' },
  {
    name: 'many',
    localUser: 'bench',
    project: 'project-00000',
    async fill(data) {
      await fillStore(data, MANY, 10 * MANY);
      await addManyRows(data, 'project-00000', MANY);
    },
  },
  { name: 'longest', localUser: longestSeed.user, seed: longestSeed.seed, project: longestSeed.project },
];
