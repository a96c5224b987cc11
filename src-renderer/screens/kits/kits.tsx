import { Button, Group } from '@mantine/core';
import { IconDeviceFloppy, IconDownload, IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { KitCard } from '../../../src-server/model/kits/kit.ts';
import { desk, deskClient, problemOf } from '../../api/desk.ts';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { FileInput } from '../../ui/form/file-input.tsx';
import { type SeedErrorReport, SeedErrors, seedErrorReport } from '../welcome/seed-errors.tsx';
import { describeCounts } from './kit-counts.ts';
import classes from './kits.module.css';
import { type LoadableKit, LoadKit } from './load-kit.tsx';
import { SaveKit } from './save-kit.tsx';

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;
const CHUNK = 0x8000;
const UNREADABLE = 'The file could not be read.';

/** Shows the kits that Lectern brings, loads one, and saves the present data as one. */
export function Kits() {
  const { data: kits, error } = useQuery(desk.kits.list.queryOptions());
  const [chosen, setChosen] = useState<LoadableKit>();
  const [isSaving, setIsSaving] = useState(false);
  const [errorReport, setErrorReport] = useState<SeedErrorReport>();
  /** The name of what is being read. */
  const [reading, setReading] = useState<string>();
  const fileInput = useRef<HTMLInputElement>(null);
  if (kits === undefined) return error && <NotLoaded what="The kits" error={error} />;

  async function choose(subject: string, source: LoadableKit['source']): Promise<void> {
    if (reading !== undefined) return;
    setReading(subject);
    setErrorReport(undefined);
    try {
      setChosen({ source, card: await deskClient.kits.preview.query(source) });
    } catch (error) {
      setErrorReport(seedErrorReport(subject, problemOf(error)));
    } finally {
      setReading(undefined);
    }
  }

  async function openFile(file: File): Promise<void> {
    const bytes = await file.arrayBuffer().catch(() => undefined);
    if (bytes) await choose(file.name, { zip: toBase64(new Uint8Array(bytes)) });
    else setErrorReport({ subject: file.name, lines: [{ path: '', message: UNREADABLE }] });
  }

  return (
    <>
      <Group gap="sm" mih={28} mb="md">
        <span className="dim grow">Data to start from. Nothing in a kit runs until you allow it.</span>
        <Button
          variant="default"
          leftSection={<IconFileImport {...ICON} />}
          onClick={() => fileInput.current?.click()}
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
      <FileInput ref={fileInput} label="Kit file" accept=".zip" choose={openFile} />
      {errorReport && (
        <div className={classes.errors}>
          <SeedErrors report={errorReport} close={() => setErrorReport(undefined)} />
        </div>
      )}
      <ul className={classes.grid} aria-label="Kits">
        {kits.map((card) => (
          <KitItem
            key={card.id}
            card={card}
            isReading={card.name === reading}
            load={() => choose(card.name, { name: card.id })}
          />
        ))}
      </ul>
      {chosen && <LoadKit kit={chosen} close={() => setChosen(undefined)} />}
      {isSaving && <SaveKit close={() => setIsSaving(false)} />}
    </>
  );
}

type KitItemProps = {
  readonly card: KitCard;
  readonly isReading: boolean;
  readonly load: () => Promise<void>;
};

function KitItem({ card: { name, description, counts }, isReading, load }: KitItemProps) {
  return (
    <li className={`card ${classes.card}`}>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.description}>{description}</p>
      <Group gap="sm" wrap="nowrap" align="flex-end">
        <span className="meta grow">{describeCounts(counts)}</span>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload {...ICON} />}
          aria-label={`Load ${name}`}
          loading={isReading}
          onClick={() => void load()}
        >
          Load…
        </Button>
      </Group>
    </li>
  );
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
