-- Builds on a live service that a person asked for and the next push starts (sync.md, "Push").

CREATE TABLE build_requests (
  version_link INTEGER PRIMARY KEY REFERENCES remote_links ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('wanted', 'uncertain')), -- uncertain: sent, and no answer came
  requested INTEGER NOT NULL
) STRICT;
