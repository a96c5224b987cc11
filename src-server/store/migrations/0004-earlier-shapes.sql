-- 0001 and 0003 were changed after they had landed, so databases of the same version differ. This index, and what
-- earlier-shapes.ts adds where it is missing, give each of them the same tables.

CREATE INDEX IF NOT EXISTS builds_in_flight_by_version ON builds (version_id) WHERE state <> 'finished';
