import { Button, Group, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { inferRouterOutputs } from '@trpc/server';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import {
  languageName,
  programmingLanguageName,
} from '../../../../src-server/model/projects/languages/languages.ts';
import { NO_LOCAL_PAGES } from '../../../features/pages/docs-menu-items.tsx';
import { NO_PAGES_OF_RECORD } from '../../../features/pages/open-docs.ts';
import { SyncState, useSync } from '../../../features/sync-state.tsx';
import { copyable } from '../../../ui/context-menu/copyable.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import { formatCount } from '../../../ui/format.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { formatRepositoryUrl } from '../project-frame.tsx';
import classes from './overview.module.css';

/** Overview data of a project. */
export type Overview = inferRouterOutputs<DeskRouter>['project']['overview'];

const PRIVACY_LABELS = { public: 'Public', protected: 'Protected', private: 'Private' } as const;
/** Translations listed here; the tab has them all. */
const MAX_TRANSLATIONS = 6;

/** Says why there are no pages to open. */
function docsText({ pages, recordReason }: Overview): string {
  if (recordReason !== null) return NO_PAGES_OF_RECORD;
  return pages === 'recorded' ? NO_LOCAL_PAGES : 'Not built yet';
}

/** Lists the facts of a project in one column. */
export function OverviewFacts({ overview }: { readonly overview: Overview }) {
  const { slug, counts, docsUrl, pages, sync, homepage, tags, people, superproject, mainProject } = overview;
  return (
    <aside className={classes.facts} aria-label="Facts">
      <dl className={classes.list}>
        <Fact name="Docs">
          {pages === 'served' ? (
            <ExternalLink href={docsUrl} />
          ) : (
            <span title={docsUrl}>{docsText(overview)}</span>
          )}
        </Fact>
        <Fact name="Default">
          <span className="mono truncate" title={overview.defaultVersion}>
            {overview.defaultVersion}
          </span>
          {overview.chosenDefaultVersion !== overview.defaultVersion && (
            <span className={classes.note} title={overview.chosenDefaultVersion}>
              {`${overview.chosenDefaultVersion} is set but not active`}
            </span>
          )}
        </Fact>
        <Fact name="Branch">
          {overview.defaultBranch === '' ? (
            <span className="truncate" title={overview.remoteBranch}>
              Repository default
              {overview.remoteBranch !== '' && (
                <>
                  : <span className="mono">{overview.remoteBranch}</span>
                </>
              )}
            </span>
          ) : (
            <span className="mono truncate" title={overview.defaultBranch}>
              {overview.defaultBranch}
            </span>
          )}
        </Fact>
        <Fact name="Repository">
          <span
            className="mono truncate"
            title={overview.repositoryUrl}
            {...copyable('URL', overview.repositoryUrl)}
          >
            {formatRepositoryUrl(overview.repositoryUrl)}
          </span>
        </Fact>
        <Fact name="Synced">
          <Group component="span" gap="4px 8px">
            <SyncState sync={sync} prefix={sync.problem === null ? '' : 'Synced'} />
            <SyncNow slug={slug} isRequested={sync.requested !== null} recordReason={overview.recordReason} />
          </Group>
        </Fact>
        {homepage !== '' && (
          <Fact name="Homepage">
            <ExternalLink href={homepage} />
          </Fact>
        )}
        <Fact name="Language">
          {languageName(overview.language)}, {programmingLanguageName(overview.programmingLanguage)}
        </Fact>
        <Fact name="Privacy">{PRIVACY_LABELS[overview.privacyLevel]}</Fact>
        <Fact name="People">
          <span className={classes.inlineList}>
            {people.map((username) => (
              <Link
                key={username}
                href={`/people/${encodeURIComponent(username)}`}
                className="truncate"
                title={username}
              >
                {username}
              </Link>
            ))}
          </span>
        </Fact>
        {tags.length > 0 && (
          <Fact name="Tags">
            <span className={classes.inlineList}>
              {tags.map((tag) => (
                <Chip key={tag}>{tag}</Chip>
              ))}
            </span>
          </Fact>
        )}
        <Fact name="Created">
          <TimeAgo at={overview.created} />
        </Fact>
      </dl>
      <dl className={classes.list}>
        <Fact name="Versions">
          <Link href={`/projects/${slug}/versions`}>
            {`${formatCount(counts.activeVersions)} of ${formatCount(counts.versions)} active`}
          </Link>
        </Fact>
        <Fact name="Redirects">
          <Link href={`/projects/${slug}/redirects`}>{countLabel(counts.redirects)}</Link>
        </Fact>
        <Fact name="Variables">
          <Link href={`/projects/${slug}/environment`}>{countLabel(counts.environmentVariables)}</Link>
        </Fact>
      </dl>
      <dl className={classes.list}>
        {superproject && (
          <Fact name="Part of">
            <Link href={`/projects/${superproject.slug}/subprojects`} className="truncate">
              {superproject.name}
            </Link>{' '}
            <span className={classes.note}>as {superproject.alias}</span>
          </Fact>
        )}
        {mainProject && (
          <Fact name="Translates">
            <Link href={`/projects/${mainProject.slug}/translations`} className="truncate">
              {mainProject.name}
            </Link>
          </Fact>
        )}
        <Fact name="Subprojects">
          <Names
            total={counts.subprojects}
            href={`/projects/${slug}/subprojects`}
            names={overview.subprojects.map((child) => ({ ...child, label: child.alias }))}
          />
        </Fact>
        <Fact name="Translations">
          <Names
            total={counts.translations}
            href={`/projects/${slug}/translations`}
            names={overview.translations
              .slice(0, MAX_TRANSLATIONS)
              .map((each) => ({ ...each, label: languageName(each.language) }))}
          />
        </Fact>
      </dl>
    </aside>
  );
}

type SyncNowProps = Pick<Overview, 'slug' | 'recordReason'> & { readonly isRequested: boolean };

function SyncNow({ slug, isRequested, recordReason }: SyncNowProps) {
  const { sync, isPending } = useSync(slug);
  const isDisabled = isRequested || recordReason !== null;
  return (
    <Tooltip label={recordReason} disabled={recordReason === null} multiline maw={320}>
      <Button
        size="compact-xs"
        variant="default"
        aria-disabled={isDisabled}
        loading={isPending}
        onClick={() => !isDisabled && sync()}
      >
        Sync now
      </Button>
    </Tooltip>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ExternalLink({ href }: { readonly href: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={classes.externalLink}
      title={href}
      {...copyable('URL', href)}
    >
      <span className="truncate">{href.replace(/^https?:\/\//, '')}</span>
      <IconExternalLink size={12} stroke={1.75} aria-hidden />
    </a>
  );
}

type NamesProps = {
  readonly total: number;
  readonly href: string;
  readonly names: readonly { readonly slug: string; readonly name: string; readonly label: string }[];
};

function Names({ total, href, names }: NamesProps) {
  if (total === 0) return <Link href={href}>None yet</Link>;
  return (
    <span className={classes.inlineList}>
      {names.map(({ slug, name, label }) => (
        <Link key={slug} href={`/projects/${slug}`} className="truncate" title={`${name} (${slug})`}>
          {label}
        </Link>
      ))}
      {total > names.length && <Link href={href}>{`${total - names.length} more`}</Link>}
    </span>
  );
}

function countLabel(count: number): string {
  return count === 0 ? 'None yet' : formatCount(count);
}
