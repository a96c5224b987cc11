import { Group, Skeleton, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Chip } from '../../ui/feedback/chip.tsx';
import { formatCount, pluralize } from '../../ui/format.ts';
import { ConfigText } from './config-text.tsx';
import classes from './inspection-panel.module.css';
import type { Inspection, InspectionResult } from './use-inspection.ts';

const NAMES_SHOWN = 3;

type Props = { readonly inspection: Inspection; readonly isSkipped: boolean };

/** Shows what the inspected repository contains. */
export function InspectionPanel({ inspection, isSkipped }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={classes.panel} aria-label="Repository contents" tabIndex={0}>
      <Group justify="space-between" align="baseline" gap="md" mb="sm">
        <Title order={2}>Repository contents</Title>
        {inspection.step === 'read' && (
          <span className="meta">read in {formatSeconds(inspection.result.tookMs)}</span>
        )}
      </Group>
      <div aria-live="polite">
        <Body inspection={inspection} isSkipped={isSkipped} />
      </div>
    </section>
  );
}

function Body({ inspection, isSkipped }: Props) {
  switch (inspection.step) {
    case 'none':
      return (
        <p className="dim">
          {isSkipped
            ? 'Not inspected. Its branches and tags become versions after the first sync.'
            : 'Enter a URL or folder and inspect it to see its branches, tags, documentation tool and build config.'}
        </p>
      );
    case 'reading':
      return (
        <div className={classes.reading}>
          {['70%', '55%', '60%', '35%', '80%'].map((width) => (
            <Skeleton key={width} height={12} width={width} radius="sm" />
          ))}
          <span className="meta">Reading into a temporary folder…</span>
        </div>
      );
    case 'failed':
      return (
        <p className="dim">
          {isSkipped
            ? 'Not inspected. Its branches and tags become versions after the first sync.'
            : 'The repository could not be read. Nothing was imported.'}
        </p>
      );
    case 'read':
      return <RepositoryFacts result={inspection.result} />;
  }
}

function RepositoryFacts({ result }: { readonly result: InspectionResult }) {
  const { files, filesProblem, branches, tags, stable, leftOut } = result;
  return (
    <>
      <dl className={classes.list}>
        {files && (
          <Row term="Latest commit">
            <span className="mono">{files.commit.commit.slice(0, 7)}</span>{' '}
            <span title={files.commit.subject}>{files.commit.subject}</span>
          </Row>
        )}
        <Row term="Branches">
          <Names of={branches} />
        </Row>
        <Row term="Tags">
          <Names of={tags} />
        </Row>
        <Row term={<span className="mono">stable</span>}>
          {stable === null ? (
            <span className="dim">No release yet, so there is no stable version.</span>
          ) : (
            <>
              points to <span className="mono">{stable}</span>
            </>
          )}
        </Row>
        {files && <Row term="Docs">{formatDocs(files.docs)}</Row>}
      </dl>
      {leftOut !== null && <Warning>{leftOut}</Warning>}
      {filesProblem !== null && <Warning>{filesProblem}</Warning>}
      {files && <Config config={files.config} />}
    </>
  );
}

function Row({ term, children }: { readonly term: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={classes.row}>
      <dt className="dim">{term}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}

function Names({ of: { names, count } }: { readonly of: InspectionResult['branches'] }) {
  if (count === 0) return <span className="dim">None</span>;
  const shown = names.slice(0, NAMES_SHOWN);
  return (
    <Group component="span" gap="4px 6px">
      {shown.map((name) => (
        <Chip key={name} mono>
          {name}
        </Chip>
      ))}
      {count > shown.length && <span className="dim">{formatCount(count - shown.length)} more</span>}
    </Group>
  );
}

function formatDocs(docs: NonNullable<InspectionResult['files']>['docs']): ReactNode {
  if (!docs) return <span className="dim">No Sphinx conf.py or mkdocs.yml was found.</span>;
  return (
    <>
      {docs.kind === 'sphinx' ? 'Sphinx' : 'MkDocs'}, <span className="mono">{docs.file}</span>,{' '}
      {pluralize(docs.pages, 'page')}
    </>
  );
}

function Config({ config }: { readonly config: NonNullable<InspectionResult['files']>['config'] }) {
  if (!config) {
    return (
      <Warning>
        There is no <span className="mono">.readthedocs.yaml</span>. Builds use the defaults of the service.
      </Warning>
    );
  }
  const { file, text, version, problems, failsOnWarning } = config;
  return (
    <div className={classes.config}>
      <Group component="p" gap="2px 8px">
        {problems.length === 0 ? (
          <IconCircleCheckFilled size={14} className={classes.valid} aria-hidden />
        ) : (
          <IconAlertTriangle size={14} stroke={1.75} className={classes.invalid} aria-hidden />
        )}
        <span className="mono">{file}</span>
        <span className="meta">
          {version === null ? '' : `version ${version}, `}
          {problems.length === 0 ? 'no problems seen' : pluralize(problems.length, 'problem')}
        </span>
      </Group>
      {problems.map((problem) => (
        <Warning key={problem}>{problem}</Warning>
      ))}
      <ConfigText text={text} />
      {failsOnWarning && (
        <Warning>
          A single warning fails the build, because <span className="mono">fail_on_warning</span> is true.
        </Warning>
      )}
    </div>
  );
}

function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p className={classes.warning}>
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
