import { toCurrentLanguage } from '../../../model/projects/languages/languages.ts';
import { isSingleVersion, omitsLanguage } from '../../../model/projects/project.ts';
import { redactCredentials } from '../../../model/projects/repository/repository-url.ts';
import type { Redirect } from '../../../model/redirects/redirect.ts';
import { formOfToday } from '../../../model/redirects/redirect-forms.ts';
import type { DocsSite } from '../../../model/redirects/rules/missing-page.ts';
import {
  canonicalHomepage,
  canonicalTags,
  redirectFieldsOf,
} from '../../../model/sync/answers/canonical-fields.ts';
import type { RemoteKind } from '../../../model/sync/remote.ts';
import {
  type Fields,
  pickFields,
  pulledFields,
  type SyncKind,
  VALUE_AT,
} from '../../../model/sync/sync-fields.ts';
import type { EnvironmentVariable } from '../../../model/variables/environment-variable.ts';
import type { Version } from '../../../model/versions/version.ts';
import type { ProjectEntry } from '../../../store/tables/projects/project-rows.ts';

/* Rows as the fields that are synced, in the form in which the service answers them. */

/** Returns the fields of a project, without the order of its redirects. */
export function projectFields({ project }: Pick<ProjectEntry, 'project'>): Fields {
  return {
    name: project.name,
    // A password of the address stays here.
    'repository.url': redactCredentials(project.repositoryUrl),
    homepage: canonicalHomepage(project.homepage),
    language: toCurrentLanguage(project.language),
    programming_language: project.programmingLanguage,
    tags: canonicalTags(project.tags),
    default_version: project.defaultVersion,
    // Without a choice here, the branch of the service is as good as any.
    ...(project.defaultBranch !== null && { default_branch: project.defaultBranch }),
    readthedocs_yaml_path: project.readthedocsYamlPath,
    versioning_scheme: project.versioningScheme,
    privacy_level: currentPrivacy(project.privacyLevel),
    external_builds_privacy_level: project.externalBuildsPrivacyLevel,
    analytics_code: project.analyticsCode,
    analytics_disabled: project.analyticsDisabled,
    show_version_warning: project.showVersionWarning,
    external_builds_enabled: project.pullRequestBuilds,
  };
}

/** Returns the fields of a version. */
export function versionFields({ active, hidden, privacyLevel }: Version): Fields {
  return { active, hidden, privacy_level: currentPrivacy(privacyLevel) };
}

/** Returns the fields of a redirect; undefined when today's service has no form of it. */
export function redirectFields(redirect: Redirect, site: DocsSite): Fields | undefined {
  const { rule } = formOfToday(redirect, site);
  if (!rule) return undefined;
  const { force, enabled, description, httpStatus } = redirect;
  return redirectFieldsOf(rule, { force, enabled, description, httpStatus });
}

/** Returns the fields of a variable: in place of its value, when that was last typed; null without one. */
export function variableFields({ name, isPublic, hasValue, modified }: EnvironmentVariable): Fields {
  return { name, public: isPublic, [VALUE_AT]: hasValue ? modified : null };
}

/** Returns the site that redirects of 2020 need for their form of today. */
export function siteOf({ project, parent, effectiveDefaultVersion }: ProjectEntry): DocsSite {
  return {
    alias: parent?.alias ?? null,
    language: project.language,
    singleVersion: isSingleVersion(project),
    omitsLanguage: omitsLanguage(project) && project.translationOf === null,
    defaultVersion: effectiveDefaultVersion,
  };
}

/** Returns the fields of an answer that a pull compares. A password in an address stays with the service. */
export function comparedFields(kind: SyncKind, fields: Fields, service: RemoteKind): Fields {
  const compared = pickFields(fields, pulledFields(kind, service));
  const url = compared['repository.url'];
  return typeof url === 'string' ? { ...compared, 'repository.url': redactCredentials(url) } : compared;
}

function currentPrivacy(level: string): string {
  return level === 'public' ? 'public' : 'private';
}
