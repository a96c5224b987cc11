import { Title } from '@mantine/core';
import { IconGauge, IconHourglass, IconKeyOff, IconPlugConnectedX, IconTool } from '@tabler/icons-react';
import {
  FAULT_PRESET_NAMES,
  FAULT_PRESETS,
  type FaultPreset,
} from '../../../src-server/model/faults/fault-presets.ts';
import type { Choice } from '../../ui/feedback/choice-list.tsx';
import classes from './faults.module.css';

const ICONS = {
  'rate-limited': IconGauge,
  'slow-day': IconHourglass,
  'flaky-network': IconPlugConnectedX,
  maintenance: IconTool,
  'token-revoked': IconKeyOff,
} as const satisfies Readonly<Record<FaultPreset, unknown>>;

/** Returns the presets as choices of an empty screen. */
export function presetChoices(add: (preset: FaultPreset) => void): readonly Choice[] {
  return FAULT_PRESET_NAMES.map((name) => {
    const Icon = ICONS[name];
    const { label, hint } = FAULT_PRESETS[name];
    return { icon: <Icon size={16} stroke={1.75} />, label, hint, run: () => add(name) };
  });
}

/** Offers the presets below the rules that there are. */
export function FaultPresets({ add }: { readonly add: (preset: FaultPreset) => void }) {
  return (
    <section className={classes.presets} aria-labelledby="presets">
      <Title order={2} id="presets" mb="sm">
        Presets
      </Title>
      <ul className={classes.presetList}>
        {presetChoices(add).map(({ icon, label, hint, run }) => (
          <li key={label}>
            <button type="button" className={classes.preset} onClick={run}>
              <span className={classes.presetIcon} aria-hidden>
                {icon}
              </span>
              <span>
                <b>{label}</b>
                <span className="dim">{hint}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
