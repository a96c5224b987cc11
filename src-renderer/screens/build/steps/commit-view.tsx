import { Button, CopyButton } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { copyable } from '../../../ui/context-menu/copyable.ts';
import { formatRepositoryUrl } from '../../project/project-frame.tsx';
import classes from '../build.module.css';
import type { BuildDetail } from '../build-detail.ts';

const TYPES: Readonly<Record<string, string>> = { branch: 'Branch', tag: 'Tag', external: 'Pull request' };

/** Shows the commit, version and repository of a build. */
export function CommitView({ build }: { readonly build: BuildDetail }) {
  const { commit, commitUrl, versionName, versionSlug, versionType, versionIdentifier, repositoryUrl } =
    build;
  return (
    <dl className={classes.facts}>
      <dt>Commit</dt>
      <dd>
        {commit ? <span className="mono">{commit}</span> : 'Not known yet'}
        {commit && <Copy what="commit" value={commit} />}
        {commitUrl?.startsWith('https://') && (
          <Button
            component="a"
            href={commitUrl}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            size="compact-xs"
            leftSection={<IconExternalLink size={14} stroke={1.75} aria-hidden />}
          >
            Open commit
          </Button>
        )}
      </dd>
      {build.commitSubject !== '' && (
        <>
          <dt>Subject</dt>
          <dd>
            <bdi>{build.commitSubject}</bdi>
          </dd>
        </>
      )}
      {build.commitAuthor !== '' && (
        <>
          <dt>Author</dt>
          <dd>
            <bdi>{build.commitAuthor}</bdi>
          </dd>
        </>
      )}
      <dt>Version</dt>
      <dd className="mono">{versionName}</dd>
      {versionName !== versionSlug && (
        <>
          <dt>Slug</dt>
          <dd className="mono">{versionSlug}</dd>
        </>
      )}
      <dt>Type</dt>
      <dd>{TYPES[versionType] ?? 'Unknown'}</dd>
      <dt>Identifier</dt>
      <dd>
        <span className="mono" {...copyable('identifier', versionIdentifier)}>
          {versionIdentifier || 'None'}
        </span>
        {versionIdentifier !== '' && <Copy what="identifier" value={versionIdentifier} />}
      </dd>
      <dt>Repository</dt>
      <dd className="mono" {...copyable('URL', repositoryUrl)}>
        {formatRepositoryUrl(repositoryUrl)}
      </dd>
    </dl>
  );
}

function Copy({ what, value }: { readonly what: string; readonly value: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={`Copy ${what}`}
          leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
          onClick={copy}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  );
}
