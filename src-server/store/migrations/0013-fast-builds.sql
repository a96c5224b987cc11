-- How a version is built, and how a build was made.

-- Whether the builder's own state is kept from build to build.
ALTER TABLE versions ADD COLUMN fast_rebuild INTEGER NOT NULL DEFAULT 0 CHECK (fast_rebuild IN (0, 1));
-- clean: as always; scratch: a person asked for one that uses nothing of earlier builds; fast: with the state of the last one.
ALTER TABLE builds ADD COLUMN mode TEXT NOT NULL DEFAULT 'clean' CHECK (mode IN ('clean', 'scratch', 'fast'));
