-- What the commit of a build says of itself; '' until the checkout, and where nobody knows.

ALTER TABLE builds ADD COLUMN commit_subject TEXT NOT NULL DEFAULT '';
ALTER TABLE builds ADD COLUMN commit_author TEXT NOT NULL DEFAULT '';
