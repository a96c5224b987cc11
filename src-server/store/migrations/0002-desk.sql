-- What the desk needs: what was changed together and what took it back, settings, trash, an order of redirects.

-- Everything that one transaction changed carries the id of its first entry.
ALTER TABLE journal ADD COLUMN batch INTEGER;
UPDATE journal SET batch = id;
-- The batch that this entry takes back.
ALTER TABLE journal ADD COLUMN undoes INTEGER;
CREATE INDEX journal_of_user_at_desk ON journal (user_id, id DESC) WHERE door = 'desk';
CREATE INDEX journal_of_trigger ON journal (subject_id, id DESC) WHERE action = 'build.trigger';
CREATE INDEX journal_undoes ON journal (undoes) WHERE undoes IS NOT NULL;

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

-- What was removed and may yet be wanted back; emptied after a while. Nothing is referenced: what it speaks of is gone.
CREATE TABLE trash (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  removed INTEGER NOT NULL,
  kind TEXT NOT NULL,                 -- 'project', 'environment-variable'
  subject_id INTEGER NOT NULL,        -- the id that it had
  name TEXT NOT NULL,
  user_id INTEGER,                    -- who removed it; null for Lectern itself
  username TEXT,
  batch INTEGER NOT NULL              -- the journal's
) STRICT;
CREATE INDEX trash_in_order ON trash (removed, id);
CREATE INDEX trash_of_batch ON trash (batch);

-- The removed rows themselves, in the order in which they can be put back. Blobs stand as {"hex": "…"}.
CREATE TABLE trash_rows (
  id INTEGER PRIMARY KEY,
  trash_id INTEGER NOT NULL REFERENCES trash ON DELETE CASCADE,
  table_name TEXT NOT NULL,
  row TEXT NOT NULL CHECK (json_valid(row))
) STRICT;
CREATE INDEX trash_rows_in_order ON trash_rows (trash_id, id);

-- A project's redirects stand in the order of rank, highest first: their last change unless somebody sorted them.
ALTER TABLE redirects ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
UPDATE redirects SET rank = modified;
DROP INDEX redirects_in_order;
CREATE INDEX redirects_in_order ON redirects (project_id, rank DESC, id DESC);
