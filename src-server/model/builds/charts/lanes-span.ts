import { z } from 'zod';

/** How far back the chart of what ran when goes. */
export const LANES_SPANS = ['hour', '6h', 'day'] as const;
export type LanesSpan = (typeof LANES_SPANS)[number];

/** Asks for the builds of a span. */
export const LanesQuery = z.object({ span: z.enum(LANES_SPANS) });
