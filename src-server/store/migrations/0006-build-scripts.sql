-- Projects whose builds are played by a script instead of run (training.md, "Scripted builds").

-- 'script:NAME', a preset or a row of build_scripts; null runs the builds.
ALTER TABLE projects ADD COLUMN builder TEXT;

CREATE TABLE build_scripts (
  name TEXT PRIMARY KEY,
  -- JSON of a BuildScript.
  script TEXT NOT NULL
) STRICT, WITHOUT ROWID;
