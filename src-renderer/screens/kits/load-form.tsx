import { Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { switchWorkspace } from '../../layout/workspaces/switch-workspace.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { notify, notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { pluralize } from '../../ui/format.ts';
import { describeCounts } from './kit-counts.ts';
import { describeLeft, PlayedNote, TakenNote } from './load-notes.tsx';
import {
  buildLoaded,
  type Loaded,
  type LoadPreview,
  loadHere,
  loadIntoWorkspace,
  loadMissing,
  nameOf,
  type ReadableSource,
} from './load-source.ts';

type Props = {
  readonly source: ReadableSource;
  readonly preview: LoadPreview;
  readonly close: () => void;
};
type Place = 'here' | 'workspace';

/** Says what is added, and asks where and whether to build it. */
export function LoadForm({ source, preview, close }: Props) {
  const { data: workspaces } = useQuery(desk.workspaces.state.queryOptions());
  const { counts, taken, missing, played, description } = preview;
  const canSwitch = workspaces?.whyFixed === null;
  const isTaken = taken.length > 0;
  const isAllTaken = missing === null && isTaken;
  const playedHere = played.slugs.filter((slug) => !taken.includes(slug)).length;
  // The code of built-in kits is ours; that of others is asked for when it is built.
  const buildable = source.kind === 'kit' ? (missing ?? counts).repositories - playedHere : 0;
  const placeOf = (chosen: Place): Place => (isAllTaken && canSwitch ? 'workspace' : chosen);
  const form = useForm({
    initialValues: {
      place: 'here' as Place,
      name: suggestedName(source),
      builds: false,
    },
    mainField: 'name',
    async save({ place: chosen, name }) {
      if (placeOf(chosen) === 'workspace')
        return { made: await loadIntoWorkspace(source, name), loaded: undefined };
      return { made: undefined, loaded: await (isTaken ? loadMissing(source) : loadHere(source)) };
    },
    onSaved({ made, loaded }, { builds }) {
      close();
      if (made) {
        const open = () => void switchWorkspace(made).catch(notifyError);
        notify(`Loaded ${nameOf(source)} into the new workspace ${made.name}`, {
          label: 'Open it',
          run: open,
        });
      } else afterLoad(loaded, builds);
    },
  });
  const place = placeOf(form.values.place);
  const isHere = place === 'here';
  const here = workspaces?.label ?? 'here';
  const isMissingOnly = isHere && isTaken && missing !== null;
  const whyNot = isAllTaken && isHere ? 'All of its projects are here already.' : undefined;

  return (
    <FormDialog
      title={`Load ${nameOf(source)}`}
      form={form}
      close={close}
      submitLabel={isMissingOnly ? 'Load what is missing' : 'Load'}
      disabledReason={whyNot}
    >
      <Stack gap="md">
        {description !== '' && <Text>{description}</Text>}
        {whyNot === undefined && (
          <Text>
            <b>Adds {describeCounts(isMissingOnly ? missing : counts)}</b>, all of it or nothing. What is here
            stays as it is.
          </Text>
        )}
        {isTaken && <TakenNote slugs={taken} hasMissing={!isAllTaken} canSwitch={canSwitch} />}
        <PlayedNote played={played} />
        {canSwitch && (
          <Radio.Group
            label="Where to"
            value={place}
            onChange={(next) => form.change({ place: next as Place })}
          >
            <Stack gap={6} mt={6}>
              <Radio
                value="here"
                label={isTaken ? `Add what is missing to ${here}` : `Add it to ${here}`}
                disabled={isAllTaken}
                data-autofocus={!isAllTaken || undefined}
              />
              <Radio
                value="workspace"
                label="Into a new workspace"
                data-autofocus={isAllTaken || undefined}
              />
            </Stack>
          </Radio.Group>
        )}
        {!isHere && <TextInput label="Name of the workspace" autoComplete="off" {...form.field('name')} />}
        {isHere && !isAllTaken && buildable > 0 && (
          <Checkbox
            label={`Build ${buildable === 1 ? 'its project' : `its ${buildable} projects`} with a repository now`}
            description="Runs Sphinx, MkDocs and the commands of the sample on this computer. You can also allow each project later."
            data-autofocus={!canSwitch || undefined}
            checked={form.values.builds}
            onChange={({ currentTarget }) => form.change({ builds: currentTarget.checked })}
          />
        )}
      </Stack>
    </FormDialog>
  );
}

function suggestedName(source: ReadableSource): string {
  if (source.kind === 'kit') return source.title.replace(/^the s/, 'S');
  return source.file.replace(/(?:\.lectern-kit)?\.(?:zip|json)$/, '').slice(0, 40);
}

function afterLoad(loaded: Loaded, builds: boolean): void {
  const { projects, buildable, left } = loaded.answer;
  const message = `Loaded ${pluralize(projects, 'project')} with ${pluralize(loaded.answer.builds, 'build')}`;
  const rest = left.length > 0 ? `. ${describeLeft(left)}` : '';
  if (!builds) notifyUndoable(`${message}${rest}`, loaded);
  else
    buildLoaded(buildable).then(
      () => notifyUndoable(`${message}, building ${buildable.length}${rest}`, loaded),
      notifyError,
    );
}
