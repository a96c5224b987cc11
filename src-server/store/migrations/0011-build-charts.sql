-- What the charts of builds read.

-- The size of a build's pages in bytes; null until they are measured, and for a build without pages.
ALTER TABLE builds ADD COLUMN pages_bytes INTEGER CHECK (pages_bytes >= 0);

CREATE INDEX builds_by_start ON builds (claimed DESC) WHERE claimed IS NOT NULL;
