-- Times are whole microseconds since 1970 (model/timestamp.ts); booleans are 0 and 1.

CREATE TABLE installation (
  id TEXT PRIMARY KEY,                -- random; names this installation's secrets in the keychain
  created INTEGER NOT NULL,
  data_key_check BLOB,                -- lets us tell the right data key from a wrong one; null until a key was made
  vault TEXT CHECK (vault IN ('keychain', 'file', 'memory'))  -- where that key lies
) STRICT;

-- What each schema version needs, so that an older program can say which one to get (safety R9).
CREATE TABLE schema_history (
  version INTEGER PRIMARY KEY,
  needs TEXT NOT NULL,                -- the first release of Lectern that reads this schema
  applied INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  created INTEGER NOT NULL
) STRICT;

CREATE TABLE tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  name TEXT NOT NULL,
  digest BLOB NOT NULL UNIQUE,        -- SHA-256 of the token
  last_four TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_by_user ON tokens (user_id, id);

CREATE TABLE projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  repository_url TEXT NOT NULL,
  repository_type TEXT NOT NULL,
  homepage TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL DEFAULT 'en',
  programming_language TEXT NOT NULL DEFAULT 'words',
  default_version TEXT NOT NULL DEFAULT 'latest',
  default_branch TEXT,
  analytics_code TEXT,
  single_version INTEGER NOT NULL DEFAULT 0 CHECK (single_version IN (0, 1)),
  show_version_warning INTEGER NOT NULL DEFAULT 0 CHECK (show_version_warning IN (0, 1)),
  privacy_level TEXT NOT NULL DEFAULT 'public',
  documentation_type TEXT NOT NULL DEFAULT 'sphinx',
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  translation_of INTEGER REFERENCES projects ON DELETE SET NULL,
  sync_requested INTEGER,             -- when somebody asked to read the repository's versions anew; null once done
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL
) STRICT;
CREATE INDEX projects_by_main_project ON projects (translation_of, slug) WHERE translation_of IS NOT NULL;
CREATE INDEX projects_waiting_for_sync ON projects (sync_requested, id) WHERE sync_requested IS NOT NULL;

-- The slug stands here too (it never changes) so that a user's projects come in order from one index.
CREATE TABLE project_users (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  position INTEGER NOT NULL,
  project_slug TEXT NOT NULL,
  PRIMARY KEY (project_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX project_users_by_user ON project_users (user_id, project_slug);

CREATE TABLE subprojects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  parent_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  child_id INTEGER NOT NULL UNIQUE REFERENCES projects ON DELETE CASCADE,
  alias TEXT NOT NULL,
  UNIQUE (parent_id, alias)
) STRICT;

CREATE TABLE versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  slug TEXT NOT NULL,
  verbose_name TEXT NOT NULL,
  identifier TEXT NOT NULL,
  type TEXT NOT NULL DEFAULT 'unknown',
  active INTEGER NOT NULL DEFAULT 0 CHECK (active IN (0, 1)),
  built INTEGER NOT NULL DEFAULT 0 CHECK (built IN (0, 1)),
  uploaded INTEGER NOT NULL DEFAULT 0 CHECK (uploaded IN (0, 1)),
  machine INTEGER NOT NULL DEFAULT 0 CHECK (machine IN (0, 1)),
  privacy_level TEXT NOT NULL DEFAULT 'public',
  downloads TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(downloads)),
  UNIQUE (project_id, slug)
) STRICT;
CREATE INDEX versions_by_name ON versions (project_id, verbose_name DESC, id DESC);

CREATE TABLE builds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  version_id INTEGER NOT NULL REFERENCES versions ON DELETE CASCADE,
  created INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'triggered',
  success INTEGER CHECK (success IN (0, 1)),
  error TEXT NOT NULL DEFAULT '',
  "commit" TEXT,
  duration INTEGER,
  config TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(config)),
  external INTEGER NOT NULL DEFAULT 0 CHECK (external IN (0, 1)), -- of a pull request; never changes, so lists need no join
  claimed INTEGER                     -- when a runner took it; a seeded build in flight has no runner
) STRICT;
CREATE INDEX builds_by_project ON builds (project_id, external, created DESC, id DESC);
CREATE INDEX builds_by_version ON builds (version_id, created DESC, id DESC);
CREATE INDEX builds_by_commit ON builds ("commit", created DESC, id DESC) WHERE "commit" IS NOT NULL;
CREATE INDEX builds_by_date ON builds (created DESC, id DESC);
CREATE INDEX builds_in_flight ON builds (state, created, id) WHERE state <> 'finished';

CREATE TABLE build_commands (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  build_id INTEGER NOT NULL REFERENCES builds ON DELETE CASCADE,
  description TEXT NOT NULL DEFAULT '',
  command TEXT NOT NULL,
  output TEXT NOT NULL DEFAULT '',
  exit_code INTEGER NOT NULL,
  start_time INTEGER NOT NULL,
  end_time INTEGER NOT NULL
) STRICT;
CREATE INDEX build_commands_in_order ON build_commands (build_id, start_time, id);

CREATE TABLE redirects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  type TEXT NOT NULL,
  from_url TEXT NOT NULL DEFAULT '',
  to_url TEXT NOT NULL DEFAULT '',
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL
) STRICT;
CREATE INDEX redirects_in_order ON redirects (project_id, modified DESC, id DESC);

CREATE TABLE environment_variables (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  name TEXT NOT NULL,
  sealed BLOB NOT NULL,               -- the value, AES-256-GCM (vault/data-key.ts)
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL,
  UNIQUE (project_id, name)
) STRICT;
CREATE INDEX environment_variables_in_order ON environment_variables (project_id, modified DESC, id DESC);

-- Who changed what, when and through which door. Rows outlive what they speak of, so nothing is referenced.
CREATE TABLE journal (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  door TEXT NOT NULL,
  user_id INTEGER,
  username TEXT,
  action TEXT NOT NULL,               -- 'project.update'
  subject_id INTEGER,                 -- id of the row that changed
  project_id INTEGER,                 -- the project it belongs to, for its timeline
  before TEXT CHECK (before IS NULL OR json_valid(before)),
  after TEXT CHECK (after IS NULL OR json_valid(after))
) STRICT;
CREATE INDEX journal_of_project ON journal (project_id, id DESC) WHERE project_id IS NOT NULL;
