import type { JournalEntry } from '../store/journal.ts';
import type { Actor } from './actor.ts';
import type { ServiceContext } from './context.ts';
import type { MaintainersService } from './maintainers.ts';
import type { ProjectRemoval } from './project-removal.ts';
import type { SettingsService } from './settings.ts';
import type { TokensService } from './tokens.ts';
import type { TrashService } from './trash.ts';
import type { UsersService } from './users.ts';
import type { VersionsService } from './versions.ts';

/** What taking back needs: where a service has the rules, it does the work. */
export type UndoTools = {
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
export type Revert = (entry: JournalEntry, actor: Actor, tools: UndoTools) => void;
