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
  created INTEGER NOT NULL,
  last_heard INTEGER                  -- when it last brought an event that passed; null before the first
) STRICT;
CREATE INDEX integrations_of_project ON integrations (project_id, id);

CREATE TABLE build_webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  url TEXT NOT NULL,
  created INTEGER NOT NULL,
  UNIQUE (project_id, url)
) STRICT;
