import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import classes from '../build.module.css';
import type { BuildDetail } from '../build-detail.ts';
import { configCommand, configFile } from '../build-labels.ts';
import { formatYaml } from './format-yaml.ts';

/** Shows the configuration as the build read it. */
export function ConfigView({ build }: { readonly build: BuildDetail }) {
  const { config } = build;
  const text = useMemo(() => formatYaml(config), [config]);
  if (Object.keys(config).length === 0) {
    const configCommandRun = configCommand(build);
    return (
      <Box flex={1} mih={0} style={{ overflow: 'auto' }}>
        {configCommandRun ? (
          <EmptyState title="The configuration was rejected">
            The log shows the content of {configFile(configCommandRun)} and, above it, why the build stopped.
          </EmptyState>
        ) : (
          <EmptyState title="No configuration read">
            A build reads .readthedocs.yaml from the root of the repository after cloning.
          </EmptyState>
        )}
      </Box>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className={classes.config} tabIndex={0} aria-label="Configuration">
      <pre>{text}</pre>
    </section>
  );
}
