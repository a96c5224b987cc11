-- What the service has gained since 2020 (live-service.md): fields, two states of a build, and notifications.

-- Takes the place of single_version, which it says too.
ALTER TABLE projects ADD COLUMN versioning_scheme TEXT NOT NULL DEFAULT 'multiple_versions_with_translations'
  CHECK (versioning_scheme IN ('multiple_versions_with_translations', 'multiple_versions_without_translations',
    'single_version_without_translations'));
UPDATE projects SET versioning_scheme = 'single_version_without_translations' WHERE single_version = 1;
ALTER TABLE projects DROP COLUMN single_version;
UPDATE trash_rows SET row = json_set(row, '$.versioning_scheme', 'single_version_without_translations')
  WHERE table_name = 'projects' AND json_extract(row, '$.single_version') = 1;

-- Path of the configuration file in the repository; null looks in the usual place.
ALTER TABLE projects ADD COLUMN readthedocs_yaml_path TEXT;
-- Who may read the documentation of pull requests.
ALTER TABLE projects ADD COLUMN external_builds_privacy_level TEXT NOT NULL DEFAULT 'public'
  CHECK (external_builds_privacy_level IN ('public', 'private'));
-- Null when nobody has said.
ALTER TABLE projects ADD COLUMN analytics_disabled INTEGER CHECK (analytics_disabled IN (0, 1));

-- Left out of lists of versions and of search; the pages are served.
ALTER TABLE versions ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));

-- The dialect of the type and the text: a rule matches as the service that it was written for (live-service.md 5).
ALTER TABLE redirects ADD COLUMN dialect TEXT NOT NULL DEFAULT '2020' CHECK (dialect IN ('2020', 'current'));
-- Whether the 2020 dialect lists it.
ALTER TABLE redirects ADD COLUMN has_2020_form INTEGER NOT NULL DEFAULT 1 CHECK (has_2020_form IN (0, 1));
ALTER TABLE redirects ADD COLUMN http_status INTEGER NOT NULL DEFAULT 302 CHECK (http_status IN (301, 302));
ALTER TABLE redirects ADD COLUMN enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1));
-- Whether it is tried before the page is looked up.
ALTER TABLE redirects ADD COLUMN force INTEGER NOT NULL DEFAULT 0 CHECK (force IN (0, 1));
ALTER TABLE redirects ADD COLUMN description TEXT;
-- The position is the place in the order of rank, from 0.
CREATE INDEX redirects_of_2020_in_order ON redirects (project_id, rank DESC, id DESC) WHERE has_2020_form = 1;

-- A value may be missing, and several variables may have the same name.
ALTER TABLE environment_variables RENAME TO old_environment_variables;
DROP INDEX environment_variables_in_order;
CREATE TABLE environment_variables (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  name TEXT NOT NULL,
  sealed BLOB,                        -- the value, AES-256-GCM (vault/data-key.ts); null when it is not known here
  public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1)), -- also given to builds of pull requests
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL
) STRICT;
INSERT INTO environment_variables (id, project_id, name, sealed, created, modified)
  SELECT id, project_id, name, sealed, created, modified FROM old_environment_variables;
-- Ids are never reused, also those of removed rows.
DELETE FROM sqlite_sequence WHERE name = 'environment_variables';
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'environment_variables', seq FROM sqlite_sequence WHERE name = 'old_environment_variables';
DROP TABLE old_environment_variables;
CREATE INDEX environment_variables_in_order ON environment_variables (project_id, modified DESC, id DESC);
CREATE INDEX environment_variables_by_name ON environment_variables (project_id, name);

-- 'cancelled' is a second end of a build. Until now the error alone said so.
DROP INDEX builds_in_flight;
DROP INDEX builds_in_flight_by_version;
UPDATE builds SET state = 'cancelled' WHERE state = 'finished' AND success IS NOT 1 AND error GLOB 'Cancelled*';
UPDATE trash_rows SET row = json_set(row, '$.state', 'cancelled')
  WHERE table_name = 'builds' AND json_extract(row, '$.state') = 'finished'
    AND json_extract(row, '$.success') IS NOT 1 AND json_extract(row, '$.error') GLOB 'Cancelled*';
CREATE INDEX builds_in_flight ON builds (state, created, id) WHERE state <> 'finished' AND state <> 'cancelled';
CREATE INDEX builds_in_flight_by_version ON builds (version_id) WHERE state <> 'finished' AND state <> 'cancelled';

-- What is said about a build, a project or a user: exactly one of the three. The same is not said twice of one.
CREATE TABLE notifications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  build_id INTEGER REFERENCES builds ON DELETE CASCADE,
  project_id INTEGER REFERENCES projects ON DELETE CASCADE,
  user_id INTEGER REFERENCES users ON DELETE CASCADE,
  message TEXT NOT NULL,              -- id of the message, 'build:user:generic'; one that is not known here has no text
  details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details)), -- what its text is completed with
  state TEXT NOT NULL DEFAULT 'unread' CHECK (state IN ('unread', 'read', 'dismissed', 'cancelled')),
  dismissable INTEGER NOT NULL DEFAULT 0 CHECK (dismissable IN (0, 1)),
  news INTEGER NOT NULL DEFAULT 0 CHECK (news IN (0, 1)),
  modified INTEGER NOT NULL,          -- when it was last said
  CHECK ((build_id IS NOT NULL) + (project_id IS NOT NULL) + (user_id IS NOT NULL) = 1)
) STRICT;
CREATE UNIQUE INDEX notifications_of_build ON notifications (build_id, message) WHERE build_id IS NOT NULL;
CREATE UNIQUE INDEX notifications_of_project ON notifications (project_id, message) WHERE project_id IS NOT NULL;
CREATE UNIQUE INDEX notifications_of_user ON notifications (user_id, message) WHERE user_id IS NOT NULL;

-- Why builds failed, said as it is from now on.
INSERT INTO notifications (build_id, message, details, modified)
  SELECT id, CASE state WHEN 'cancelled' THEN 'build:user:cancelled' ELSE 'build:user:generic' END,
    json_object('error', error), created + coalesce(duration, 0) * 1000000
  FROM builds WHERE state IN ('finished', 'cancelled') AND success IS NOT 1 ORDER BY id;
