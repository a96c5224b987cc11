-- Rows of a database of schema 7, written by the release that had it. Never changed, since the answers in
-- schema-7-answers.json were recorded over it.
INSERT INTO users ("id", "username", "active", "created")
  VALUES (1, 'alice', 1, 1793491209000009);
INSERT INTO users ("id", "username", "active", "created")
  VALUES (2, 'stranger', 1, 1793491211000011);
INSERT INTO tokens ("id", "user_id", "name", "digest", "last_four", "created")
  VALUES (1, 1, 'seed', x'83ba021acb570beba262883af95e224a01e89051c1e95fdc84ebfe83c575b35f', 'cccc', 1793491219000019);
INSERT INTO projects ("id", "slug", "name", "description", "repository_url", "repository_type", "homepage", "language", "programming_language", "default_version", "default_branch", "analytics_code", "single_version", "show_version_warning", "privacy_level", "documentation_type", "tags", "translation_of", "sync_requested", "created", "modified", "trusted_repository", "build_tools", "synced", "sync_problem", "remote_branch", "pull_request_builds", "builder")
  VALUES (1, 'pip', 'Pip', 'The installer.', 'https://github.com/pypa/pip', 'git', 'https://pip.pypa.io', 'en', 'py', 'latest', NULL, NULL, 0, 0, 'public', 'sphinx', '["packaging"]', NULL, NULL, 1793491213000013, 1793491213000013, NULL, 'own', NULL, NULL, NULL, 0, NULL);
INSERT INTO projects ("id", "slug", "name", "description", "repository_url", "repository_type", "homepage", "language", "programming_language", "default_version", "default_branch", "analytics_code", "single_version", "show_version_warning", "privacy_level", "documentation_type", "tags", "translation_of", "sync_requested", "created", "modified", "trusted_repository", "build_tools", "synced", "sync_problem", "remote_branch", "pull_request_builds", "builder")
  VALUES (2, 'plugin', 'Plugin', '', 'https://github.com/pypa/plugin', 'git', '', 'en', 'words', 'latest', NULL, NULL, 0, 0, 'public', 'sphinx', '[]', NULL, NULL, 1793491213000013, 1793491213000013, NULL, 'own', NULL, NULL, NULL, 0, NULL);
INSERT INTO projects ("id", "slug", "name", "description", "repository_url", "repository_type", "homepage", "language", "programming_language", "default_version", "default_branch", "analytics_code", "single_version", "show_version_warning", "privacy_level", "documentation_type", "tags", "translation_of", "sync_requested", "created", "modified", "trusted_repository", "build_tools", "synced", "sync_problem", "remote_branch", "pull_request_builds", "builder")
  VALUES (3, 'pip-es', 'Pip (es)', '', 'https://github.com/pypa/pip', 'git', '', 'es', 'words', 'latest', NULL, NULL, 0, 0, 'public', 'sphinx', '[]', 1, NULL, 1793491213000013, 1793491213000013, NULL, 'own', NULL, NULL, NULL, 0, NULL);
INSERT INTO projects ("id", "slug", "name", "description", "repository_url", "repository_type", "homepage", "language", "programming_language", "default_version", "default_branch", "analytics_code", "single_version", "show_version_warning", "privacy_level", "documentation_type", "tags", "translation_of", "sync_requested", "created", "modified", "trusted_repository", "build_tools", "synced", "sync_problem", "remote_branch", "pull_request_builds", "builder")
  VALUES (4, 'theirs', 'Theirs', '', 'https://github.com/theirs/theirs', 'git', '', 'en', 'words', 'latest', NULL, NULL, 0, 0, 'public', 'sphinx', '[]', NULL, NULL, 1793491213000013, 1793491213000013, NULL, 'own', NULL, NULL, NULL, 0, NULL);
INSERT INTO projects ("id", "slug", "name", "description", "repository_url", "repository_type", "homepage", "language", "programming_language", "default_version", "default_branch", "analytics_code", "single_version", "show_version_warning", "privacy_level", "documentation_type", "tags", "translation_of", "sync_requested", "created", "modified", "trusted_repository", "build_tools", "synced", "sync_problem", "remote_branch", "pull_request_builds", "builder")
  VALUES (20, 'states', 'States', '', 'https://git.example/states.git', 'git', '', 'en', 'words', 'latest', 'main', NULL, 0, 0, 'public', 'sphinx', '["b","a"]', NULL, NULL, 1793491221000021, 1793491221000021, NULL, 'own', NULL, NULL, NULL, 0, NULL);
INSERT INTO projects ("id", "slug", "name", "description", "repository_url", "repository_type", "homepage", "language", "programming_language", "default_version", "default_branch", "analytics_code", "single_version", "show_version_warning", "privacy_level", "documentation_type", "tags", "translation_of", "sync_requested", "created", "modified", "trusted_repository", "build_tools", "synced", "sync_problem", "remote_branch", "pull_request_builds", "builder")
  VALUES (21, 'single', 'Single', '', 'https://git.example/single.git', 'hg', 'https://single.example/', 'pt_BR', 'words', 'latest', NULL, NULL, 1, 0, 'public', 'sphinx', '[]', NULL, NULL, 1793491221000021, 1793491221000021, NULL, 'own', NULL, NULL, NULL, 1, NULL);
INSERT INTO projects ("id", "slug", "name", "description", "repository_url", "repository_type", "homepage", "language", "programming_language", "default_version", "default_branch", "analytics_code", "single_version", "show_version_warning", "privacy_level", "documentation_type", "tags", "translation_of", "sync_requested", "created", "modified", "trusted_repository", "build_tools", "synced", "sync_problem", "remote_branch", "pull_request_builds", "builder")
  VALUES (22, 'single-de', 'Single (de)', '', 'https://git.example/single.git', 'git', '', 'zh_TW', 'words', 'latest', NULL, NULL, 0, 0, 'public', 'sphinx', '[]', 21, NULL, 1793491221000021, 1793491231000031, NULL, 'own', NULL, NULL, NULL, 0, NULL);
INSERT INTO projects ("id", "slug", "name", "description", "repository_url", "repository_type", "homepage", "language", "programming_language", "default_version", "default_branch", "analytics_code", "single_version", "show_version_warning", "privacy_level", "documentation_type", "tags", "translation_of", "sync_requested", "created", "modified", "trusted_repository", "build_tools", "synced", "sync_problem", "remote_branch", "pull_request_builds", "builder")
  VALUES (23, 'protected', 'Protected', '', 'https://git.example/protected.git', 'svn', '', 'en', 'words', 'latest', NULL, 'UA-1', 0, 1, 'protected', 'mkdocs', '[]', NULL, NULL, 1793491221000021, 1793491221000021, NULL, 'own', NULL, NULL, 'trunk', 0, NULL);
INSERT INTO projects ("id", "slug", "name", "description", "repository_url", "repository_type", "homepage", "language", "programming_language", "default_version", "default_branch", "analytics_code", "single_version", "show_version_warning", "privacy_level", "documentation_type", "tags", "translation_of", "sync_requested", "created", "modified", "trusted_repository", "build_tools", "synced", "sync_problem", "remote_branch", "pull_request_builds", "builder")
  VALUES (24, 'private', 'Private', '', 'https://git.example/private.git', 'bzr', '', 'en', '', 'latest', NULL, NULL, 0, 0, 'private', 'sphinx', '[]', NULL, NULL, 1793491221000021, 1793491221000021, NULL, 'own', NULL, NULL, NULL, 0, NULL);
INSERT INTO project_users ("project_id", "user_id", "position", "project_slug")
  VALUES (1, 1, 0, 'pip');
INSERT INTO project_users ("project_id", "user_id", "position", "project_slug")
  VALUES (2, 1, 0, 'plugin');
INSERT INTO project_users ("project_id", "user_id", "position", "project_slug")
  VALUES (3, 1, 0, 'pip-es');
INSERT INTO project_users ("project_id", "user_id", "position", "project_slug")
  VALUES (4, 2, 0, 'theirs');
INSERT INTO project_users ("project_id", "user_id", "position", "project_slug")
  VALUES (20, 1, 0, 'states');
INSERT INTO project_users ("project_id", "user_id", "position", "project_slug")
  VALUES (20, 2, 1, 'states');
INSERT INTO project_users ("project_id", "user_id", "position", "project_slug")
  VALUES (21, 1, 0, 'single');
INSERT INTO project_users ("project_id", "user_id", "position", "project_slug")
  VALUES (22, 1, 0, 'single-de');
INSERT INTO project_users ("project_id", "user_id", "position", "project_slug")
  VALUES (23, 1, 0, 'protected');
INSERT INTO project_users ("project_id", "user_id", "position", "project_slug")
  VALUES (24, 1, 0, 'private');
INSERT INTO subprojects ("id", "parent_id", "child_id", "alias")
  VALUES (1, 1, 2, 'plug');
INSERT INTO subprojects ("id", "parent_id", "child_id", "alias")
  VALUES (2, 24, 21, 'single');
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (1, 1, 'latest', 'latest', 'master', 'branch', 1, 1, 0, 1, 'public', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (2, 1, '10', '10', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'tag', 1, 1, 0, 0, 'public', '["pdf"]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (3, 2, 'latest', 'latest', 'master', 'branch', 1, 0, 0, 1, 'public', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (4, 3, 'latest', 'latest', 'master', 'branch', 1, 0, 0, 1, 'public', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (5, 4, 'latest', 'latest', 'master', 'branch', 1, 0, 0, 1, 'public', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (200, 20, 'latest', 'latest', 'main', 'branch', 1, 1, 0, 1, 'public', '["epub","htmlzip","pdf"]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (201, 20, 'stable', 'stable', 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'tag', 1, 1, 0, 1, 'public', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (202, 20, 'v1.0', 'v1.0', 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'tag', 1, 1, 0, 0, 'public', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (203, 20, 'docs-branch', 'docs/branch', 'origin/docs/branch', 'branch', 0, 0, 0, 0, 'public', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (204, 20, '17', '17', 'ffffffffffffffffffffffffffffffffffffffff', 'external', 1, 1, 0, 0, 'public', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (205, 20, 'hidden-one', 'hidden-one', 'x', 'branch', 1, 1, 0, 0, 'protected', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (206, 20, 'secret-one', 'secret-one', 'y', 'branch', 1, 1, 0, 0, 'private', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (207, 20, 'odd', 'odd', '', 'unknown', 1, 0, 1, 0, 'public', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (230, 23, 'latest', 'latest', '/trunk/', 'branch', 1, 1, 0, 1, 'public', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (251, 21, 'latest', 'latest', 'default', 'branch', 1, 0, 0, 1, 'public', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (252, 22, 'latest', 'latest', 'master', 'branch', 1, 0, 0, 1, 'public', '[]', NULL);
INSERT INTO versions ("id", "project_id", "slug", "verbose_name", "identifier", "type", "active", "built", "uploaded", "machine", "privacy_level", "downloads", "pages_build")
  VALUES (253, 24, 'latest', 'latest', '', 'branch', 1, 0, 0, 1, 'public', '[]', NULL);
INSERT INTO builds ("id", "project_id", "version_id", "created", "state", "success", "error", "commit", "duration", "config", "external", "claimed", "recorded", "log_removed")
  VALUES (7, 1, 2, 1556532000500000, 'finished', 1, '', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 60, '{"formats":["pdf"],"submodules":{"include":"all"},"version":"2"}', 0, NULL, 1, NULL);
INSERT INTO builds ("id", "project_id", "version_id", "created", "state", "success", "error", "commit", "duration", "config", "external", "claimed", "recorded", "log_removed")
  VALUES (300, 20, 200, 1791892800000000, 'triggered', NULL, '', NULL, NULL, '{}', 0, NULL, 1, NULL);
INSERT INTO builds ("id", "project_id", "version_id", "created", "state", "success", "error", "commit", "duration", "config", "external", "claimed", "recorded", "log_removed")
  VALUES (301, 20, 200, 1791896400000000, 'cloning', NULL, '', NULL, NULL, '{}', 0, NULL, 1, NULL);
INSERT INTO builds ("id", "project_id", "version_id", "created", "state", "success", "error", "commit", "duration", "config", "external", "claimed", "recorded", "log_removed")
  VALUES (302, 20, 200, 1791900000000000, 'installing', NULL, '', 'dddddddddddddddddddddddddddddddddddddddd', NULL, '{}', 0, NULL, 1, NULL);
INSERT INTO builds ("id", "project_id", "version_id", "created", "state", "success", "error", "commit", "duration", "config", "external", "claimed", "recorded", "log_removed")
  VALUES (303, 20, 200, 1791903600000000, 'building', NULL, '', NULL, NULL, '{"version":2}', 0, NULL, 1, NULL);
INSERT INTO builds ("id", "project_id", "version_id", "created", "state", "success", "error", "commit", "duration", "config", "external", "claimed", "recorded", "log_removed")
  VALUES (304, 20, 200, 1791907200000000, 'finished', 1, '', 'dddddddddddddddddddddddddddddddddddddddd', 9, '{}', 0, NULL, 1, NULL);
INSERT INTO builds ("id", "project_id", "version_id", "created", "state", "success", "error", "commit", "duration", "config", "external", "claimed", "recorded", "log_removed")
  VALUES (305, 20, 201, 1791910800000000, 'finished', 0, 'Cancelled by user.', NULL, 20, '{}', 0, NULL, 1, NULL);
INSERT INTO builds ("id", "project_id", "version_id", "created", "state", "success", "error", "commit", "duration", "config", "external", "claimed", "recorded", "log_removed")
  VALUES (306, 20, 201, 1791914400000000, 'finished', 0, 'Build exited due to time out.', NULL, 900, '{}', 0, NULL, 1, NULL);
INSERT INTO builds ("id", "project_id", "version_id", "created", "state", "success", "error", "commit", "duration", "config", "external", "claimed", "recorded", "log_removed")
  VALUES (307, 20, 202, 1791918000000000, 'finished', 0, '', NULL, 3, '{}', 0, NULL, 1, NULL);
INSERT INTO builds ("id", "project_id", "version_id", "created", "state", "success", "error", "commit", "duration", "config", "external", "claimed", "recorded", "log_removed")
  VALUES (308, 20, 204, 1791921600000000, 'finished', 1, '', 'ffffffffffffffffffffffffffffffffffffffff', 2, '{}', 1, NULL, 1, NULL);
INSERT INTO builds ("id", "project_id", "version_id", "created", "state", "success", "error", "commit", "duration", "config", "external", "claimed", "recorded", "log_removed")
  VALUES (309, 20, 206, 1791925200000000, 'finished', 1, '', NULL, 4, '{}', 0, NULL, 1, NULL);
INSERT INTO builds ("id", "project_id", "version_id", "created", "state", "success", "error", "commit", "duration", "config", "external", "claimed", "recorded", "log_removed")
  VALUES (310, 23, 230, 1791928800000000, 'finished', 1, '', NULL, 1, '{}', 0, NULL, 1, NULL);
INSERT INTO redirects ("id", "project_id", "type", "from_url", "to_url", "created", "modified", "rank")
  VALUES (5, 1, 'page', '/a.html', '/b.html', 1793491213000013, 1793491213000013, 1793491213000013);
INSERT INTO redirects ("id", "project_id", "type", "from_url", "to_url", "created", "modified", "rank")
  VALUES (50, 20, 'prefix', '/old/', '', 1793491221000021, 1793491221000071, 1793491221000021);
INSERT INTO redirects ("id", "project_id", "type", "from_url", "to_url", "created", "modified", "rank")
  VALUES (51, 20, 'page', '/install.html', '/guide/install.html', 1793491221000021, 1793491221000072, 1793491221004970);
INSERT INTO redirects ("id", "project_id", "type", "from_url", "to_url", "created", "modified", "rank")
  VALUES (52, 20, 'exact', '/en/latest/$rest', 'https://away.example/', 1793491221000021, 1793491221000073, 1793491221000021);
INSERT INTO redirects ("id", "project_id", "type", "from_url", "to_url", "created", "modified", "rank")
  VALUES (53, 20, 'exact', '/x*', '/:splat/', 1793491221000021, 1793491221000074, 1793491221004968);
INSERT INTO redirects ("id", "project_id", "type", "from_url", "to_url", "created", "modified", "rank")
  VALUES (54, 20, 'sphinx_html', '', '', 1793491221000021, 1793491221000075, 1793491221000021);
INSERT INTO redirects ("id", "project_id", "type", "from_url", "to_url", "created", "modified", "rank")
  VALUES (55, 20, 'sphinx_htmldir', '', '', 1793491221000021, 1793491221000076, 1793491221000021);
INSERT INTO environment_variables ("id", "project_id", "name", "sealed", "created", "modified")
  VALUES (3, 1, 'KEY', x'0102', 1793491213000013, 1793491213000013);
INSERT INTO environment_variables ("id", "project_id", "name", "sealed", "created", "modified")
  VALUES (60, 20, 'ONE', x'0102', 1793491221000021, 1793491221000021);
INSERT INTO environment_variables ("id", "project_id", "name", "sealed", "created", "modified")
  VALUES (61, 20, 'TWO', x'0102', 1793491221000021, 1793491221000021);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (1, 1793491210000010, 'command', NULL, NULL, 'user.create', 1, NULL, NULL, '{"id":1,"username":"alice","active":true,"created":1793491209000009}', 1, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (2, 1793491212000012, 'command', NULL, NULL, 'user.create', 2, NULL, NULL, '{"id":2,"username":"stranger","active":true,"created":1793491211000011}', 1, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (3, 1793491214000014, 'command', NULL, NULL, 'project.create', 1, 1, NULL, '{"slug":"pip","name":"Pip","versions":2,"builds":1,"commands":1,"redirects":1,"environmentVariables":1,"subprojects":1}', 1, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (4, 1793491215000015, 'command', NULL, NULL, 'project.create', 2, 2, NULL, '{"slug":"plugin","name":"Plugin","versions":1,"builds":0,"commands":0,"redirects":0,"environmentVariables":0,"subprojects":0}', 1, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (5, 1793491216000016, 'command', NULL, NULL, 'project.create', 3, 3, NULL, '{"slug":"pip-es","name":"Pip (es)","versions":1,"builds":0,"commands":0,"redirects":0,"environmentVariables":0,"subprojects":0}', 1, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (6, 1793491217000017, 'command', NULL, NULL, 'project.create', 4, 4, NULL, '{"slug":"theirs","name":"Theirs","versions":1,"builds":0,"commands":0,"redirects":0,"environmentVariables":0,"subprojects":0}', 1, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (7, 1793491218000018, 'command', NULL, NULL, 'seed.load', NULL, NULL, NULL, '{"users":2,"tokens":0,"projects":4,"versions":5,"builds":1,"commands":1,"redirects":1,"environmentVariables":1,"subprojects":1}', 1, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (8, 1793491220000020, 'command', NULL, NULL, 'token.create', 1, NULL, NULL, '{"user":"alice","name":"seed","lastFour":"cccc"}', 8, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (9, 1793491222000022, 'command', NULL, NULL, 'project.create', 20, 20, NULL, '{"slug":"states","name":"States","versions":8,"builds":10,"commands":1,"redirects":6,"environmentVariables":2,"subprojects":0}', 8, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (10, 1793491223000023, 'command', NULL, NULL, 'project.create', 21, 21, NULL, '{"slug":"single","name":"Single","versions":1,"builds":0,"commands":0,"redirects":0,"environmentVariables":0,"subprojects":0}', 8, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (11, 1793491224000024, 'command', NULL, NULL, 'project.create', 22, 22, NULL, '{"slug":"single-de","name":"Single (de)","versions":1,"builds":0,"commands":0,"redirects":0,"environmentVariables":0,"subprojects":0}', 8, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (12, 1793491225000025, 'command', NULL, NULL, 'project.create', 23, 23, NULL, '{"slug":"protected","name":"Protected","versions":1,"builds":1,"commands":0,"redirects":0,"environmentVariables":0,"subprojects":0}', 8, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (13, 1793491226000026, 'command', NULL, NULL, 'project.create', 24, 24, NULL, '{"slug":"private","name":"Private","versions":1,"builds":0,"commands":0,"redirects":0,"environmentVariables":0,"subprojects":1}', 8, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (14, 1793491227000027, 'command', NULL, NULL, 'project.create', 25, 25, NULL, '{"slug":"gone","name":"Gone","versions":1,"builds":2,"commands":0,"redirects":1,"environmentVariables":1,"subprojects":0}', 8, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (15, 1793491228000028, 'command', NULL, NULL, 'seed.load', NULL, NULL, NULL, '{"users":0,"tokens":1,"projects":6,"versions":13,"builds":13,"commands":1,"redirects":7,"environmentVariables":3,"subprojects":1}', 8, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (16, 1793491229000029, 'command', NULL, NULL, 'project.delete', 25, 25, '{"id":25,"slug":"gone","name":"Gone","description":"","repositoryUrl":"https://git.example/gone.git","repositoryType":"git","homepage":"","language":"en","programmingLanguage":"words","defaultVersion":"latest","defaultBranch":null,"remoteBranch":null,"analyticsCode":null,"singleVersion":true,"showVersionWarning":false,"privacyLevel":"public","documentationType":"sphinx","tags":[],"translationOf":null,"buildTools":"own","pullRequestBuilds":false,"trustedRepository":null,"builder":null,"created":1793491221000021,"modified":1793491221000021,"contents":{"versions":1,"builds":2,"redirects":1,"environmentVariables":1,"subprojects":0,"translations":0,"above":0}}', NULL, 16, NULL);
INSERT INTO journal ("id", "at", "door", "user_id", "username", "action", "subject_id", "project_id", "before", "after", "batch", "undoes")
  VALUES (17, 1793491232000032, 'command', NULL, NULL, 'project.update', 22, 22, '{"singleVersion":true,"modified":1793491221000021}', '{"singleVersion":false,"modified":1793491231000031}', 17, NULL);
INSERT INTO trash ("id", "removed", "kind", "subject_id", "name", "user_id", "username", "batch")
  VALUES (1, 1793491230000030, 'project', 25, 'gone', NULL, NULL, 16);
INSERT INTO trash_rows ("id", "trash_id", "table_name", "row")
  VALUES (1, 1, 'projects', '{"id":25,"slug":"gone","name":"Gone","description":"","repository_url":"https://git.example/gone.git","repository_type":"git","homepage":"","language":"en","programming_language":"words","default_version":"latest","default_branch":null,"analytics_code":null,"single_version":1,"show_version_warning":0,"privacy_level":"public","documentation_type":"sphinx","tags":"[]","translation_of":null,"sync_requested":null,"created":1793491221000021,"modified":1793491221000021,"trusted_repository":null,"build_tools":"own","synced":null,"sync_problem":null,"remote_branch":null,"pull_request_builds":0,"builder":null}');
INSERT INTO trash_rows ("id", "trash_id", "table_name", "row")
  VALUES (2, 1, 'project_users', '{"project_id":25,"user_id":1,"position":0,"project_slug":"gone"}');
INSERT INTO trash_rows ("id", "trash_id", "table_name", "row")
  VALUES (3, 1, 'versions', '{"id":250,"project_id":25,"slug":"latest","verbose_name":"latest","identifier":"main","type":"branch","active":1,"built":1,"uploaded":0,"machine":1,"privacy_level":"public","downloads":"[]","pages_build":null}');
INSERT INTO trash_rows ("id", "trash_id", "table_name", "row")
  VALUES (4, 1, 'builds', '{"id":312,"project_id":25,"version_id":250,"created":1791936000000000,"state":"finished","success":0,"error":"Broken.","commit":null,"duration":null,"config":"{}","external":0,"claimed":null,"recorded":1,"log_removed":null}');
INSERT INTO trash_rows ("id", "trash_id", "table_name", "row")
  VALUES (5, 1, 'builds', '{"id":311,"project_id":25,"version_id":250,"created":1791932400000000,"state":"finished","success":0,"error":"Cancelled: superseded by build 9.","commit":null,"duration":null,"config":"{}","external":0,"claimed":null,"recorded":1,"log_removed":null}');
INSERT INTO trash_rows ("id", "trash_id", "table_name", "row")
  VALUES (6, 1, 'redirects', '{"id":70,"project_id":25,"type":"exact","from_url":"/a","to_url":"/b","created":1793491221000021,"modified":1793491221000021,"rank":1793491221000021}');
INSERT INTO trash_rows ("id", "trash_id", "table_name", "row")
  VALUES (7, 1, 'environment_variables', '{"id":71,"project_id":25,"name":"GONE","sealed":{"hex":"0193F5CFED4A86D2325A954FB87F5D65D13CCA6394D4FA2A15D94BBFB89E"},"created":1793491221000021,"modified":1793491221000021}');
INSERT INTO integrations ("id", "project_id", "provider", "sealed", "note", "created", "last_heard")
  VALUES (1, 20, 'generic', NULL, NULL, 5, NULL);
INSERT INTO build_commands ("id", "build_id", "description", "command", "exit_code", "start_time", "end_time", "lines", "bytes", "errors", "warnings")
  VALUES (1, 7, '', 'git clone', 0, 1556532000000000, 1556532001000000, 1, 2, 0, 0);
INSERT INTO build_commands ("id", "build_id", "description", "command", "exit_code", "start_time", "end_time", "lines", "bytes", "errors", "warnings")
  VALUES (2, 307, 'x', 'false', 1, 1791918000000000, 1791921600000000, 1, 3, 0, 0);
INSERT INTO build_output ("command_id", "chunk", "first_line", "continues", "lines", "bytes", "errors", "warnings", "marks", "text")
  VALUES (1, 0, 1, 0, 1, 2, 0, 0, '{"errors":[],"warnings":[]}', 'ok');
INSERT INTO build_output ("command_id", "chunk", "first_line", "continues", "lines", "bytes", "errors", "warnings", "marks", "text")
  VALUES (2, 0, 1, 0, 1, 3, 0, 0, '{"errors":[],"warnings":[]}', 'no
');
