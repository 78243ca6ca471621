import { type Batch, type EmailMeta, partId } from '../../core/records/emails.ts';
import { emailOfEntry, type Placed, unpackEntries } from '../content/batch-entries.ts';
import type { Finishing, Mail } from '../context.ts';
import { enqueueScheduled } from '../sending/enqueue.ts';
import { recordRefused } from '../sending/refuse-suppressed.ts';
import { queueMessage } from '../sending/schedule.ts';
import { readEndpoints } from '../webhooks/publish.ts';
import { type Refusal, unpackRefusals } from './refusals.ts';

/**
 * Writes the consequences of a decided batch: its emails, records of suppressed sends, and queue messages.
 * Only the run that decided it passes `entries` and may write without reading. Later runs read them and leave
 * existing records alone.
 *
 *   decided ──emails, refused records──> queued ──outbox row marked
 *      └── an interrupted run leaves the outbox row, and the sweep starts over here
 *
 * Returns how many emails were queued or scheduled.
 */
export async function finishBatch(ctx: Finishing, batch: Batch, entries: Placed[] | null): Promise<number> {
  const refusals = new Map(unpackRefusals(batch.refusals).map((refusal) => [refusal.index, refusal]));
  const known = entries ?? (await readEntries(ctx, batch));
  const repeat = entries === null;
  const accepted = known.filter(({ index }) => !refusals.has(index)).map((e) => emailOfEntry(batch, e));
  const publishes = accepted.some(({ meta }) => meta.state === 'scheduled');
  const endpoints = publishes ? readEndpoints(ctx, batch.account) : undefined;
  // Waits for all, even after a failure, because no write may be in progress when this returns.
  const [emails, ...records] = await Promise.allSettled([
    repeat ? ctx.batches.putMissing(accepted, batch.shards) : ctx.batches.putEmails(accepted, batch.shards),
    ...known.map((entry) => recordTrace(ctx, batch, entry, { refusal: refusals.get(entry.index), repeat })),
  ]);
  const stored = settledValue(emails);
  const waiting = stored.filter((meta) => meta.state === 'queued');
  const scheduled = accepted.filter(({ meta }) => meta.state === 'scheduled');
  const unfired = new Set(scheduled.flatMap(({ meta }) => (isScheduled(stored, meta) ? [meta.id] : [])));
  const messages = waiting.map((meta) => queueMessage(ctx, meta));
  if (messages.length > 0) await ctx.queues.deliver(messages);
  const published = await enqueueScheduled(
    ctx,
    scheduled.map(({ meta, envelope }) => ({ ...meta, ...envelope })),
    { repeat, endpoints, needsArming: ({ id }) => unfired.has(id) },
  );
  if (!published) throw new Error('email.scheduled was not published');
  records.forEach(settledValue);
  return messages.length + unfired.size;
}

/** The email is unchanged since it was accepted, so it has not been sent, moved, or canceled. */
const isScheduled = (stored: EmailMeta[], { id, state, scheduled_at }: EmailMeta) =>
  state === 'scheduled' &&
  stored.some((meta) => meta.id === id && meta.state === state && meta.scheduled_at === scheduled_at);

function settledValue<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** Read in parts and without contents, which may together exceed the function's memory. */
async function readEntries(ctx: Mail, batch: Batch): Promise<Placed[]> {
  const { account, content } = batch;
  const placed: Placed[] = [];
  for (let part = 0; part < batch.parts; part++) {
    const packed = await ctx.emails.readContent({ id: partId(batch.id, part), account, content });
    if (packed === null) throw new Error('the content of a batch is gone');
    placed.push(...unpackEntries(packed).map(({ content: _kept, ...rest }) => ({ ...rest, part })));
  }
  return placed;
}

/** Rules 6 and 11: a blocked send leaves its record and email.suppressed. Other refusals leave nothing. */
async function recordTrace(
  ctx: Finishing,
  batch: Batch,
  entry: Placed,
  { refusal, repeat }: { refusal: Refusal | undefined; repeat: boolean },
): Promise<void> {
  if (refusal?.trace)
    await recordRefused(ctx, batch.shards, emailOfEntry(batch, entry), refusal.trace, { repeat });
}
