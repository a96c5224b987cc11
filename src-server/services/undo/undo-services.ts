import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { MaintainersService } from '../projects/maintainers.ts';
import type { ProjectRemoval } from '../projects/project-removal.ts';
import type { SettingsService } from '../settings/settings.ts';
import type { TokensService } from '../users/tokens.ts';
import type { UsersService } from '../users/users.ts';
import type { VersionsService } from '../versions/versions.ts';
import type { TrashService } from './trash.ts';

/** What taking back needs: where a service has the rules, it does the work. */
export type UndoServices = {
  readonly context: ServiceContext;
  readonly versions: VersionsService;
  readonly removal: ProjectRemoval;
  readonly maintainers: MaintainersService;
  readonly trash: TrashService;
  readonly tokens: TokensService;
  readonly users: UsersService;
  readonly settings: SettingsService;
};

/**
 * Takes one entry of the journal back, in the transaction that takes back its batch, and records that.
 * @throws Conflict when what is there is no longer what the entry left @throws Forbidden
 */
export type Revert = (entry: JournalEntry, actor: Actor, tools: UndoServices) => void;
