import { z } from 'zod';
import { unfenced } from './fence.ts';

/** The most items of one list (D76). */
export const mostItems = 25;

export const limit = z.int().min(1).max(mostItems).default(10).describe('How many, at most 25');
const cursor = z.string().max(500).optional().describe('next_cursor of the answer before');
export const tenant = z
  .string()
  .max(128)
  .optional()
  .describe('external_id of a tenant; without it the account’s own');

/** Text that an assistant copies from answers may have their markers around it. */
const copied = (most: number) => z.string().min(1).max(most).transform(unfenced);

export const id = copied(200);
export const address = copied(400);
export const words = copied(1_000);

export const page = { tenant, limit, cursor };

export const text = z.string();
export const maybe = z.string().nullable();
export const next = { next_cursor: maybe.describe('null after the last page') };

/** Of an answer without a cursor: there is more than it shows. */
export const cut = (more: boolean): { truncated?: true } => (more ? { truncated: true } : {});

export const emailSummary = z.object({
  id: text,
  status: text,
  last_event: text,
  tenant: maybe,
  created_at: text,
  subject: text,
  from: text,
  to: z.array(text),
  failure_reason: maybe,
  bounce_reason: maybe,
});

export const suppression = z.object({
  id: text,
  reason: text,
  source: text,
  tenant: maybe,
  created_at: text,
  email: text,
  note: maybe,
});
