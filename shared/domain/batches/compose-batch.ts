import { minuteOf } from '../../core/days.ts';
import { isAppError, notFound } from '../../core/errors.ts';
import { type Entry, type Placed, packEntries } from '../content/batch-entries.ts';
import { isMime } from '../content/pack.ts';
import type { Base, Caller, Mail, Templates } from '../context.ts';
import type { BatchDraft } from '../ports/emails.ts';
import { newEmail, render } from '../sending/draft.ts';
import { checkScheduledAt } from '../sending/schedule.ts';
import { templateName, type UsedTemplate } from '../sending/use-template.ts';
import { createSizeBudget, namesIn, openAll, pointersOf } from './open-templates.ts';
import type { Candidate, Plan, ReadCandidate } from './plan-batch.ts';
import { orRefused, type Refusal } from './refusals.ts';

/** A batch's valid items as stored, and the template revisions used, by name. */
export type Draft = BatchDraft & { entries: Placed[]; packed: Uint8Array[]; revisions: Map<string, string> };

export type Composed = { draft: Draft | null; refusals: Refusal[] };

const noTemplate = new Map<string, string>();

/** The checks that `sendEmail` makes between the replay and an item's draft: time, template, size. */
function entryOf(
  ctx: Base & Mail,
  caller: Caller,
  { index, submission }: Candidate,
  templateOf: (name: string) => UsedTemplate,
): Entry {
  checkScheduledAt(ctx.runtime.now(), submission.scheduled_at);
  const name = templateName(submission.template);
  if (submission.template !== null && name === null) throw notFound('Template');
  const rendered = render(submission, name === null ? null : templateOf(name));
  const { meta, envelope } = newEmail(ctx, caller, rendered, new Uint8Array());
  const { id: _id, account: _account, created_at: _at, content: _content, ...rest } = meta;
  if (isMime(rendered.content)) throw new Error('a batch cannot contain a relayed message');
  const { attachments: _none, ...content } = rendered.content;
  // The batch's outbox row covers emails sent immediately.
  const outbox = meta.state === 'scheduled' ? meta.outbox : null;
  return { index, meta: { ...rest, outbox }, envelope, content };
}

function draftOf(ctx: Mail, plan: Plan, entries: Entry[], revisions: Map<string, string>): Draft | null {
  if (entries.length === 0) return null;
  const { placed, parts: packed } = packEntries(entries);
  const times = entries.flatMap(({ meta }) => meta.scheduled_at ?? []);
  const { created_at } = plan.head;
  const outbox = minuteOf(created_at) + 1;
  const last_at = times.reduce((last, at) => (at > last ? at : last), created_at);
  const [only] = packed;
  const scheduled = times.length > 0;
  const large = scheduled ? 'scheduled' : 'object';
  const content = packed.length === 1 && only ? ctx.emails.place(only, { scheduled }) : large;
  return { ...plan.head, outbox, last_at, content, parts: packed.length, entries: placed, packed, revisions };
}

/**
 * A draft that can be written in parallel with the reads, because it uses no templates or only cached
 * versions. Null without a valid item. Also null if a version isn't cached or doesn't render, because the
 * stored version decides.
 */
export function composeEarly(ctx: Base & Mail & Templates, caller: Caller, plan: Plan): Draft | null {
  const used = new Map<string, UsedTemplate>();
  for (const name of namesIn(plan)) {
    const known = ctx.templates.remembered(plan.head.account, name);
    if (known === null) return null;
    used.set(name, known);
  }
  try {
    const templateOf = (name: string) => used.get(name) as UsedTemplate;
    const count = createSizeBudget();
    const entries = plan.candidates.map((one) => {
      const entry = entryOf(ctx, caller, one, templateOf);
      count(entry.content);
      return entry;
    });
    return draftOf(ctx, plan, entries, revisionsOf(used));
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

const revisionsOf = (used: Map<string, UsedTemplate>): Map<string, string> =>
  new Map([...used].map(([name, { pointer }]) => [name, pointer.published?.revision ?? '']));

/** False if an email of the draft belongs to another tenant. */
function isOfTenants({ candidates }: Plan, { entries }: Draft): boolean {
  const tenants = new Map(candidates.map(({ index, submission }) => [index, submission.tenant]));
  return entries.every(({ index, meta }) => !tenants.has(index) || tenants.get(index) === meta.tenant);
}

/**
 * A draft of the currently published versions: the early draft if it used them, otherwise a new draft.
 * Refuses items whose template is unknown, unpublished, or lacks variables. Throws 413 when the items are too
 * large together.
 */
export async function composeNow(
  ctx: Base & Mail & Templates,
  caller: Caller,
  plan: Plan<ReadCandidate>,
  early: Draft | null,
): Promise<Composed> {
  const pointers = pointersOf(plan);
  const isCurrent = [...(early?.revisions ?? noTemplate)].every(
    ([name, revision]) => revision === pointers.get(name)?.published?.revision,
  );
  if ((early !== null && isCurrent && isOfTenants(plan, early)) || plan.candidates.length === 0)
    return { draft: early, refusals: [] };
  const templateOf = await openAll(ctx, caller, pointers);
  const refusals: Refusal[] = [];
  const count = createSizeBudget();
  const entries = plan.candidates.flatMap((one) => {
    const made = orRefused(refusals, one.index, () => entryOf(ctx, caller, one, templateOf));
    for (const { content } of made) count(content);
    return made;
  });
  return { draft: draftOf(ctx, plan, entries, noTemplate), refusals };
}
