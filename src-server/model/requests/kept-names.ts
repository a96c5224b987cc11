/*
 * What the request log keeps, by name (safety S7, S8, S20). Everything else is masked: a new field is left out of the log
 * until it is listed here, never the other way round.
 */

const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** Headers whose values are kept. */
export const KEPT_HEADERS = names(`
  accept accept-charset accept-encoding accept-language access-control-allow-headers access-control-allow-methods
  access-control-allow-origin access-control-max-age access-control-request-headers access-control-request-method
  age allow cache-control connection content-disposition content-encoding content-language content-length
  content-security-policy content-type cross-origin-resource-policy date etag expect host if-match if-modified-since
  if-none-match if-range if-unmodified-since keep-alive last-modified location origin pragma range referer
  referrer-policy retry-after sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform sec-fetch-dest sec-fetch-mode
  sec-fetch-site sec-fetch-user server transfer-encoding upgrade upgrade-insecure-requests user-agent vary
  www-authenticate x-content-type-options x-event-key x-github-delivery x-github-event x-github-hook-id
  x-gitlab-event x-gitlab-event-uuid x-hook-uuid x-lectern-fault x-lectern-replay x-request-id x-requested-with x-rtd-system-redirect
  x-rtd-user-redirect`);

/** Headers that hold an address, whose query is masked by its own names. */
export const ADDRESS_HEADERS = names('location origin referer');

/** Query parameters whose values are kept. */
export const KEPT_PARAMETERS = names(`
  active built commit dialect expand fields format highlight language limit offset omit page page_size privacy_level
  programming_language project__slug q running slug state state__in style type uploaded vcs_provider verbose_name version`);

/** Members of a body whose values are kept, at any depth. */
export const KEPT_FIELDS = names(`
  _links _self action active active_versions admin after alias api aliases attached_to_content_type attached_to_id
  before branch branches build build_triggered
  builds built canonical_url changes checkout_sha child clone_url closed code command commands commit commits count
  created date default_branch default_version deleted description detail docs_url documentation documentation_type
  dashboard dismissable domain downloads duration edit email_privacy enabled end_time environmentvariables epub error exit_code expand forced force
  from_url full_name git_http_url git_ssh_url has_epub has_htmlzip has_pdf hash head head_commit hidden home homepage
  html_url htmlzip http_status id identifier iid installation integrations is_active language last_build last_commit length
  external_builds_privacy_level links news notifications organization permissions readthedocs_yaml_path sync_versions
  merged message modified name new next non_field_errors note number object_attributes object_kind old openapi
  parent path path_with_namespace payload pdf pk position previous privacy_level programming_language project
  project_id project_slug projects provider public pull_request push query redirects ref ref_type repo repo_type
  repository results run_time sender sha show_version_warning single_version slug source_branch ssh_url start_time
  state status subproject_of subprojects success superproject tags target target_branch timestamp title to_url
  translation_of translations triggered type uploaded url urls username users vcs verbose_name version
  version_deleted version_slug versions versions_synced versioning_scheme versioning`);

/** Fields, parameters and headers in which forty hexadecimal digits are a commit and not a token. */
export const COMMIT_NAMES = names('after before checkout_sha commit commits hash id identifier ref sha');
