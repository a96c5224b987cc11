-- Accounts on a live service, what is linked with them, and what pulls and pushes did (sync.md, "Storage").

CREATE TABLE remotes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  address TEXT NOT NULL,              -- where its API begins: 'https://app.readthedocs.org/api/v3/'
  kind TEXT NOT NULL CHECK (kind IN ('community', 'business', 'lectern')),
  username TEXT,                      -- the account there; null while it is not known
  budget INTEGER CHECK (budget > 0),  -- requests a minute; null uses the setting
  maintainers TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(maintainers)), -- ids of users: who maintains what is pulled
  run INTEGER NOT NULL DEFAULT 0,     -- grows with each run; another number in the vault: this database is a copy of before
  last_pull INTEGER,
  created INTEGER NOT NULL
) STRICT;

-- The projects that the account shows, chosen for sync or not.
CREATE TABLE remote_projects (
  remote_id INTEGER NOT NULL REFERENCES remotes ON DELETE CASCADE,
  remote_key INTEGER NOT NULL,        -- its id there
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  parent TEXT,                        -- slug there of its superproject
  translation_of TEXT,                -- slug there of the project that it translates
  chosen INTEGER NOT NULL DEFAULT 0 CHECK (chosen IN (0, 1)),
  local_slug TEXT,                    -- slug chosen here, since the one there is taken; null: the same
  links_existing INTEGER NOT NULL DEFAULT 0 CHECK (links_existing IN (0, 1)), -- whether it stands for the project here that has its slug
  subprojects TEXT CHECK (json_valid(subprojects)), -- a parent's list, until the relations are applied
  skipped TEXT,                       -- sentence that says why a pull left it out
  gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)), -- gone there, or no longer the account's
  PRIMARY KEY (remote_id, remote_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX remote_projects_in_order ON remote_projects (remote_id, slug);

-- Local objects that stand for remote ones. A link outlives its local row: then the object was deleted here.
CREATE TABLE remote_links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  remote_id INTEGER NOT NULL REFERENCES remotes ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('project', 'version', 'redirect', 'variable', 'subproject')),
  local_id INTEGER NOT NULL,          -- not referenced: the row may be gone
  remote_key INTEGER,                 -- null: to be created there
  project_link INTEGER REFERENCES remote_links ON DELETE CASCADE, -- null for a project
  address TEXT NOT NULL,              -- slug, alias or key there
  base TEXT CHECK (json_valid(base)), -- fields that both sides last agreed on; null: to be created there
  theirs TEXT CHECK (json_valid(theirs)), -- fields there that differ from base and were not taken; null: none
  deleted_there INTEGER NOT NULL DEFAULT 0 CHECK (deleted_there IN (0, 1)),
  ignored TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(ignored)), -- fields that were sent and not taken
  shown TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(shown)), -- read-only fields of the service
  seen_at INTEGER NOT NULL,
  outgoing INTEGER,                   -- number of outgoing changes of a project; null: to be counted again
  CHECK ((kind = 'project') = (project_link IS NULL)),
  UNIQUE (kind, local_id),
  UNIQUE (remote_id, kind, remote_key)
) STRICT;
CREATE INDEX remote_links_of_project ON remote_links (project_link, kind, id) WHERE project_link IS NOT NULL;
CREATE INDEX remote_links_in_conflict ON remote_links (remote_id, id) WHERE theirs IS NOT NULL OR deleted_there = 1;
CREATE INDEX remote_links_with_changes ON remote_links (remote_id, id) WHERE kind = 'project' AND outgoing IS NOT 0;

CREATE TABLE sync_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  remote_id INTEGER NOT NULL REFERENCES remotes ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('pull', 'push')),
  is_full INTEGER NOT NULL CHECK (is_full IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'done', 'failed', 'stopped')),
  plan TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(plan)),
  cursor TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(cursor)), -- where to go on after a break
  counts TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(counts)),
  requests INTEGER NOT NULL DEFAULT 0,
  started INTEGER NOT NULL,
  ended INTEGER,
  outcome TEXT                        -- a sentence
) STRICT;
CREATE INDEX sync_runs_in_order ON sync_runs (remote_id, id DESC);
CREATE UNIQUE INDEX sync_runs_open ON sync_runs (remote_id) WHERE state IN ('running', 'paused');

-- The writes of a push, in their order.
CREATE TABLE sync_steps (
  run_id INTEGER NOT NULL REFERENCES sync_runs ON DELETE CASCADE,
  number INTEGER NOT NULL,
  step TEXT NOT NULL CHECK (json_valid(step)),
  state TEXT NOT NULL CHECK (state IN ('planned', 'sent', 'confirmed', 'refused', 'ignored', 'uncertain')),
  answer TEXT,                        -- a sentence about what the service answered
  PRIMARY KEY (run_id, number)
) STRICT, WITHOUT ROWID;

-- Builds on the service, kept apart from builds here: no badge, queue or pruning counts them.
CREATE TABLE remote_builds (
  project_link INTEGER NOT NULL REFERENCES remote_links ON DELETE CASCADE,
  remote_key INTEGER NOT NULL,
  version TEXT,                       -- slug there; null when the version is gone
  state TEXT NOT NULL,
  success INTEGER CHECK (success IN (0, 1)),
  "commit" TEXT,
  created INTEGER NOT NULL,
  duration INTEGER,
  PRIMARY KEY (project_link, remote_key)
) STRICT, WITHOUT ROWID;
