import type { Command } from './command-line.ts';
import { BACKUP_COMMANDS } from './data/backup-commands.ts';
import { SEED_COMMANDS } from './data/seed-commands.ts';
import { DOCTOR_COMMAND } from './doctor/doctor-command.ts';
import { HOOK_COMMANDS } from './hook/hook-commands.ts';
import { PEOPLE_COMMANDS } from './people/people-commands.ts';
import { PROJECT_COMMANDS } from './projects/project-commands.ts';
import { PREVIEW_COMMAND } from './serve/preview-command.ts';
import { LINK_COMMAND, SERVE_COMMAND } from './serve/serve-command.ts';
import { SYNC_COMMANDS } from './sync/sync-commands.ts';
import { WORKSPACE_COMMANDS } from './workspaces/workspace-commands.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  SERVE_COMMAND,
  LINK_COMMAND,
  PREVIEW_COMMAND,
  ...PEOPLE_COMMANDS,
  ...SEED_COMMANDS,
  ...PROJECT_COMMANDS,
  ...HOOK_COMMANDS,
  ...BACKUP_COMMANDS,
  ...SYNC_COMMANDS,
  ...WORKSPACE_COMMANDS,
  DOCTOR_COMMAND,
];
