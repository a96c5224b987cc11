import type { FaultRule } from './fault-rule.ts';

type Preset = { readonly label: string; readonly hint: string; readonly rules: readonly FaultRule[] };

const API = '/api/**';

/** Rules that every Lectern has, by the name that `{"preset"}` takes. */
export const FAULT_PRESETS = {
  'rate-limited': {
    label: 'Rate limited as the live service',
    hint: 'The API answers 429 with Retry-After beyond 60 requests a minute, or 5 without a token.',
    rules: [
      {
        name: 'Rate limited as the live service',
        match: { path: '/api/v3/**' },
        perMinute: { user: 60, anonymous: 5 },
        answer: {
          status: 429,
          body: { detail: 'Request was throttled. Expected available in {seconds} seconds.' },
        },
      },
    ],
  },
  'slow-day': {
    label: 'A slow day',
    hint: 'Each answer takes 0.8 to 4 seconds.',
    rules: [{ name: 'A slow day', match: { path: '**' }, delay: { from: 800, to: 4_000 } }],
  },
  'flaky-network': {
    label: 'Flaky network',
    hint: 'One request in ten is closed without an answer, and one answer in ten is cut in the middle.',
    rules: [
      { name: 'Flaky network: closed', match: { path: '**' }, probability: 0.1, connection: 'close' },
      { name: 'Flaky network: cut', match: { path: '**' }, probability: 0.1, connection: 'cut' },
    ],
  },
  maintenance: {
    label: 'Maintenance',
    hint: 'The API answers 503 with Retry-After.',
    rules: [
      {
        name: 'Maintenance',
        match: { path: API },
        answer: {
          status: 503,
          body: { detail: 'The service is down for maintenance. Try again in a few minutes.' },
          retryAfter: 120,
        },
      },
    ],
  },
  'token-revoked': {
    label: 'Token revoked mid-way',
    hint: 'After 5 requests the API answers 401, as for a token that was revoked.',
    rules: [
      {
        name: 'Token revoked mid-way',
        match: { path: API },
        after: 5,
        answer: { status: 401, body: { detail: 'Invalid token.' } },
      },
    ],
  },
} as const satisfies Readonly<Record<string, Preset>>;

export type FaultPreset = keyof typeof FAULT_PRESETS;
export const FAULT_PRESET_NAMES = Object.keys(FAULT_PRESETS) as FaultPreset[];

/** Returns the rules of a preset. */
export function presetRules(name: FaultPreset): readonly FaultRule[] {
  return FAULT_PRESETS[name].rules;
}
