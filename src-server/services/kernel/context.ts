import type { Clock } from '../../model/base/timestamp.ts';
import type { Store } from '../../store/open-store.ts';
import type { ProjectRecords } from '../projects/project-records.ts';
import type { Access } from './access.ts';
import type { Changes } from './changes.ts';

/** What every service receives. */
export type ServiceContext = ProjectRecords & {
  readonly store: Store;
  readonly access: Access;
  readonly changes: Changes;
  /** Dates of data. */
  readonly clock: Clock;
  /** The machine's, for retention and durations, which do not follow a clock that is moved. */
  readonly machineClock: Clock;
};
