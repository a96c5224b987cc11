import { Select, Switch } from '@mantine/core';
import { CURRENT_PRIVACY_LEVELS } from '../../../../src-server/model/projects/project.ts';
import { useActing } from '../../../api/acting.ts';
import type { Form } from '../../../ui/form/use-form.ts';
import type { SettingsValues } from './settings-values.ts';
import type { DescribeField } from './use-field-descriptions.tsx';

type Props = {
  readonly form: Form<SettingsValues>;
  readonly describeField: DescribeField;
};

const PRIVACY_LABELS = { public: 'Public', private: 'Private' } as const;
const PRIVACY_OPTIONS = CURRENT_PRIVACY_LEVELS.map((value) => ({ value, label: PRIVACY_LABELS[value] }));
const labelOf = (value: string) => PRIVACY_OPTIONS.find((choice) => choice.value === value)?.label ?? value;

/** Switches builds of pull requests on or off; only the person at this computer may switch them on (safety S12). */
export function PullRequestBuilds({ form, describeField }: Props) {
  const isActing = useActing(({ actAs }) => actAs !== null);
  const isOn = form.values.pull_request_builds;
  return (
    <>
      <Switch
        label="Build pull requests"
        description={describeField(
          'pull_request_builds',
          isActing && !isOn
            ? 'To turn this on, stop acting as another person.'
            : 'Anyone who can open a pull request then runs code on this computer, with your rights. Leave it off for a public repository.',
        )}
        disabled={isActing && !isOn}
        checked={isOn}
        onChange={(event) => form.change({ pull_request_builds: event.currentTarget.checked })}
      />
      <Select
        label="Pages of pull requests"
        size="xs"
        allowDeselect={false}
        data={PRIVACY_OPTIONS}
        description={describeField(
          'external_builds_privacy_level',
          'Private: only maintainers can see them.',
          labelOf,
        )}
        {...form.field('external_builds_privacy_level')}
      />
    </>
  );
}
