-- What real builds need: whose code may run, with what, which build's pages are served, and what the repository said.

-- The repository whose code somebody allowed to run here; another address has to be allowed anew (safety S12).
ALTER TABLE projects ADD COLUMN trusted_repository TEXT;
-- 'own': an environment made for each build; 'machine': whatever is installed here.
ALTER TABLE projects ADD COLUMN build_tools TEXT NOT NULL DEFAULT 'own' CHECK (build_tools IN ('own', 'machine'));
ALTER TABLE projects ADD COLUMN synced INTEGER;      -- when the repository's versions were last read
ALTER TABLE projects ADD COLUMN sync_problem TEXT;   -- why they could not be, the last time; null when they could

-- The build whose pages and downloads are served; null when there are none. Nothing is referenced: builds may be pruned.
ALTER TABLE versions ADD COLUMN pages_build INTEGER;

-- Came with a file that describes it: no runner takes it, also while it is not finished.
ALTER TABLE builds ADD COLUMN recorded INTEGER NOT NULL DEFAULT 0 CHECK (recorded IN (0, 1));

-- How other programs tell of changes in the repository (behaviour.md 16), and whom we tell of builds.
CREATE TABLE integrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  provider TEXT NOT NULL CHECK (provider IN ('github', 'gitlab', 'bitbucket', 'generic')),
  sealed BLOB,                        -- the secret (vault/data-key.ts); null when none is asked for
  note TEXT,                          -- what it was made for: the repository whose hook uses it
  created INTEGER NOT NULL,
  last_heard INTEGER                  -- when it last brought an event that passed; null before the first
) STRICT;
CREATE INDEX integrations_of_project ON integrations (project_id, id);

CREATE TABLE build_webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  url TEXT NOT NULL,
  created INTEGER NOT NULL,
  last_sent INTEGER,                  -- when it was told last; null before that
  last_event TEXT CHECK (last_event IN ('triggered', 'finished', 'test')),
  last_status INTEGER,                -- of its answer; null when there was none
  last_problem TEXT,                  -- why that did not arrive; null when it did
  UNIQUE (project_id, url)
) STRICT;

-- When what its commands wrote was removed to make room; null while it is there, or if nothing ever was.
ALTER TABLE builds ADD COLUMN log_removed INTEGER;

-- A command is there while it runs, and what it writes lies in chunks of its own (fill-build-output.ts moves it there).
ALTER TABLE build_commands RENAME TO old_build_commands;
DROP INDEX build_commands_in_order;
CREATE TABLE build_commands (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  build_id INTEGER NOT NULL REFERENCES builds ON DELETE CASCADE,
  description TEXT NOT NULL DEFAULT '',
  command TEXT NOT NULL,
  exit_code INTEGER,                  -- null while it runs
  start_time INTEGER NOT NULL,
  end_time INTEGER,                   -- null while it runs
  lines INTEGER NOT NULL DEFAULT 0,   -- of all that it wrote so far
  bytes INTEGER NOT NULL DEFAULT 0,
  errors INTEGER NOT NULL DEFAULT 0,
  warnings INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO build_commands (id, build_id, description, command, exit_code, start_time, end_time)
  SELECT id, build_id, description, command, exit_code, start_time, end_time FROM old_build_commands;
-- Numbers are never given twice, also those of commands that are gone.
DELETE FROM sqlite_sequence WHERE name = 'build_commands';
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'build_commands', seq FROM sqlite_sequence WHERE name = 'old_build_commands';
CREATE INDEX build_commands_in_order ON build_commands (build_id, start_time, id);
CREATE INDEX build_commands_with_output ON build_commands (build_id, bytes) WHERE bytes > 0;

-- A line that is longer than a chunk goes on in the next; lines count from 1, where they begin.
CREATE TABLE build_output (
  command_id INTEGER NOT NULL REFERENCES build_commands ON DELETE CASCADE,
  chunk INTEGER NOT NULL,             -- from 0
  first_line INTEGER NOT NULL,        -- number of the first line that begins in it
  continues INTEGER NOT NULL CHECK (continues IN (0, 1)), -- begins within a line
  lines INTEGER NOT NULL,             -- that begin in it
  bytes INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  warnings INTEGER NOT NULL,
  marks TEXT NOT NULL CHECK (json_valid(marks)), -- numbers of the first of them: {"errors": […], "warnings": […]}
  text TEXT NOT NULL,
  PRIMARY KEY (command_id, chunk)
) STRICT;
CREATE UNIQUE INDEX build_output_by_line ON build_output (command_id, first_line) WHERE lines > 0;
CREATE INDEX build_output_marked ON build_output (command_id, chunk) WHERE errors + warnings > 0;
