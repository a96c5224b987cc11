import { Button, Group } from '@mantine/core';
import { IconDeviceFloppy, IconDownload, IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { KitCard } from '../../../src-server/model/kits/kit.ts';
import { desk } from '../../api/desk.ts';
import { SAMPLE, SAMPLE_KIT, useLoadDialog } from '../../features/load-data/load-dialog-state.ts';
import { openKitFile, openSeedFile } from '../../features/load-data/open-files.ts';
import { ActionItems, copyAction } from '../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../ui/context-menu/context-menu-state.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { FileInput } from '../../ui/form/file-input.tsx';
import { describeCounts } from './kit-counts.ts';
import classes from './kits.module.css';
import { SaveKit } from './save-kit.tsx';

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

/** Shows the kits that Lectern brings, loads one, a kit file or a seed file, and saves the present data as a kit. */
export function Kits() {
  const { data: kits, error } = useQuery(desk.kits.list.queryOptions());
  const [isSaving, setIsSaving] = useState(false);
  const open = useLoadDialog((state) => state.open);
  const kitInput = useRef<HTMLInputElement>(null);
  const seedInput = useRef<HTMLInputElement>(null);
  if (kits === undefined) return error && <NotLoaded what="The kits" error={error} />;

  return (
    <>
      <Group gap="sm" mih={28} mb="md">
        <span className="dim grow">Data to start from. Nothing in a kit runs until you allow it.</span>
        <Button
          variant="default"
          leftSection={<IconFileImport {...ICON} />}
          onClick={() => seedInput.current?.click()}
        >
          Open seed file…
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileImport {...ICON} />}
          onClick={() => kitInput.current?.click()}
        >
          Open kit file…
        </Button>
        <Button
          variant="default"
          leftSection={<IconDeviceFloppy {...ICON} />}
          onClick={() => setIsSaving(true)}
        >
          Save as kit…
        </Button>
      </Group>
      <FileInput ref={seedInput} label="Seed file" accept=".json,application/json" choose={openSeedFile} />
      <FileInput ref={kitInput} label="Kit file" accept=".zip" choose={openKitFile} />
      <ul className={classes.grid} aria-label="Kits">
        {kits.map((card) => (
          <KitItem
            key={card.id}
            card={card}
            isSample={card.id === SAMPLE_KIT}
            load={() =>
              open(card.id === SAMPLE_KIT ? SAMPLE : { kind: 'kit', name: card.id, title: card.name })
            }
          />
        ))}
      </ul>
      {isSaving && <SaveKit close={() => setIsSaving(false)} />}
    </>
  );
}

type KitItemProps = {
  readonly card: KitCard;
  readonly isSample: boolean;
  readonly load: () => void;
};

function KitItem({ card: { name, description, counts }, isSample, load }: KitItemProps) {
  const menu = contextMenuOf({
    label: `Actions for ${name}`,
    items: () => (
      <ActionItems
        actions={[
          { label: 'Load…', icon: <IconDownload {...ICON} size={16} />, run: load },
          copyAction('name', name),
          copyAction('description', description),
        ]}
      />
    ),
  });
  return (
    <li className={`card ${classes.card}`} {...menu}>
      <Group gap="sm">
        <h2 className={classes.name}>{name}</h2>
        {isSample && <Chip>Sample library</Chip>}
      </Group>
      <p className={classes.description}>{description}</p>
      <Group gap="sm" wrap="nowrap" align="flex-end">
        <span className="meta grow">{describeCounts(counts)}</span>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload {...ICON} />}
          aria-label={`Load ${name}`}
          onClick={load}
        >
          Load…
        </Button>
      </Group>
    </li>
  );
}
