import type { z } from 'zod';
import { bool, choice, nested, text, url } from '../base/fields.ts';
import { BUILD_TOOL_SOURCES, DOCUMENTATION_TYPES, projectFields } from './project.ts';
import { tagList } from './tags.ts';

/** Body of an import at the desk: the fields of the public API's import and of its update. */
export const ProjectImportBody = nested({
  name: projectFields.name,
  repository: projectFields.repository,
  language: projectFields.language,
  programming_language: projectFields.programming_language,
  default_version: projectFields.default_version,
  default_branch: text({ max: 255, blank: true, nullable: true }),
  documentation_type: choice(DOCUMENTATION_TYPES),
  homepage: url({ max: 200, blank: true }),
  tags: tagList(),
  activate_tags: bool(),
  build_tools: choice(BUILD_TOOL_SOURCES).optional(),
  /** Allows builds to run the project's code on this computer (safety S12). */
  allow_builds: bool().optional(),
});
export type ProjectImportBody = z.infer<typeof ProjectImportBody>;
