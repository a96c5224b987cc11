-- Whether events build the pull requests of a project: off, since anyone who opens one would run code here (safety S12).

ALTER TABLE projects ADD COLUMN pull_request_builds INTEGER NOT NULL DEFAULT 0 CHECK (pull_request_builds IN (0, 1));
