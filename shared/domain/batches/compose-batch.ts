import { AppError, notFound } from '../../core/errors.ts';
import type { TemplatePointer } from '../../core/records/templates.ts';
import { type Entry, type Placed, packEntries } from '../content/batch-entries.ts';
import type { Base, Caller, Mail, Templates } from '../context.ts';
import type { BatchDraft, SendFacts } from '../ports/emails.ts';
import { newEmail, render } from '../sending/draft.ts';
import { checkScheduledAt } from '../sending/schedule.ts';
import { openForSend, templateName, type UsedTemplate } from '../sending/use-template.ts';
import type { Candidate, Plan } from './plan-batch.ts';
import { type Refusal, refusalOf } from './refusals.ts';
import { createSizeBudget } from './size-budget.ts';

/** What a batch keeps of its sound items, and the template revisions that it was made from, by name. */
export type Draft = BatchDraft & { entries: Placed[]; packed: Uint8Array[]; revisions: Map<string, string> };

/** The sound items composed; null when there is none. */
export type Composed = { draft: Draft | null; refusals: Refusal[] };

type TemplateOf = (name: string) => UsedTemplate;

const noTemplate = new Map<string, string>();

/** The checks of `sendEmail` behind the replay, up to the draft of one item: time, template, size. */
function entryOf(
  ctx: Base & Mail,
  caller: Caller,
  { index, submission }: Candidate,
  templateOf: TemplateOf,
): Entry {
  checkScheduledAt(ctx.runtime.now(), submission.scheduled_at);
  const name = templateName(submission.template);
  if (submission.template !== null && name === null) throw notFound('Template');
  const rendered = render(submission, name === null ? null : templateOf(name));
  const { meta, envelope } = newEmail(ctx, caller, rendered, new Uint8Array());
  const { id: _id, account: _account, created_at: _at, content: _content, ...rest } = meta;
  const { attachments: _none, ...content } = rendered.content;
  // What goes out at once is in the outbox row of the batch.
  const outbox = meta.state === 'scheduled' ? meta.outbox : null;
  return { index, meta: { ...rest, outbox }, envelope, content };
}

function draftOf(ctx: Mail, plan: Plan, entries: Entry[], revisions: Map<string, string>): Draft | null {
  if (entries.length === 0) return null;
  const { placed, parts: packed } = packEntries(entries);
  const outbox = Math.floor(Date.parse(plan.head.created_at) / 60_000) + 1;
  const times = entries.flatMap(({ meta }) => meta.scheduled_at ?? []);
  const last_at = [plan.head.created_at, ...times].sort().at(-1) as string;
  const [only] = packed;
  const scheduled = times.length > 0;
  const large = scheduled ? 'scheduled' : 'object';
  const content = packed.length === 1 && only ? ctx.emails.place(only, { scheduled }) : large;
  const { length: parts } = packed;
  return { ...plan.head, outbox, last_at, content, parts, entries: placed, packed, revisions };
}

const namesIn = (plan: Plan): Set<string> =>
  new Set(plan.candidates.flatMap(({ submission }) => templateName(submission.template) ?? []));

/**
 * The draft that can be written in parallel with the reads: of plain items, or of templates as this process used them last.
 * null when there is none, or when one of them is not in memory or does not render: then the stored version has
 * the word.
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
    if (error instanceof AppError) return null;
    throw error;
  }
}

const revisionsOf = (used: Map<string, UsedTemplate>): Map<string, string> =>
  new Map([...used].map(([name, { pointer }]) => [name, pointer.published?.revision ?? '']));

/**
 * The draft of the versions that are published now: the early one where it was made from those. Else a new one;
 * an item whose template is unknown, only a draft or lacks variables is refused (H6, Q23). Throws 413 when the items
 * are too large together.
 */
export async function composeNow(
  ctx: Base & Mail & Templates,
  caller: Caller,
  plan: Plan,
  { early, facts }: { early: Draft | null; facts: SendFacts[] },
): Promise<Composed> {
  const pointers = pointersOf(plan, facts);
  const current = (name: string) => pointers.get(name)?.published?.revision;
  const isCurrent = [...(early?.revisions ?? noTemplate)].every(
    ([name, revision]) => revision === current(name),
  );
  if ((early !== null && isCurrent) || plan.candidates.length === 0) return { draft: early, refusals: [] };
  const opened = await openAll(ctx, caller, pointers);
  const templateOf = (name: string) => {
    const template = opened.get(name);
    if (template === undefined || template instanceof AppError) throw template;
    return template;
  };
  const refusals: Refusal[] = [];
  const count = createSizeBudget();
  const tryEntry = (one: Candidate): Entry | null => {
    try {
      return entryOf(ctx, caller, one, templateOf);
    } catch (error) {
      refusals.push(refusalOf(one.index, error));
      return null;
    }
  };
  const entries = plan.candidates.flatMap((one) => {
    const entry = tryEntry(one);
    if (entry === null) return [];
    count(entry.content);
    return [entry];
  });
  return { draft: draftOf(ctx, plan, entries, noTemplate), refusals };
}

/** What each name points at; alias and id of one template at the same version of it (Q5). */
function pointersOf(plan: Plan, facts: SendFacts[]): Map<string, TemplatePointer | null> {
  const byId = new Map<string, TemplatePointer>();
  const byName = new Map<string, TemplatePointer | null>();
  for (const [i, { submission }] of plan.candidates.entries()) {
    const name = templateName(submission.template);
    if (name === null || byName.has(name)) continue;
    const read = facts[i]?.template ?? null;
    const first = read && (byId.get(read.id) ?? read);
    if (first) byId.set(first.id, first);
    byName.set(name, first);
  }
  return byName;
}

/** Templates that are opened at the same time; most batches have fewer. */
const width = 16;

type Opened = Map<string, UsedTemplate | AppError>;

/** Each template once, whatever names it goes by; 413 when they are too large together. */
async function openAll(
  ctx: Templates,
  caller: Caller,
  pointers: Map<string, TemplatePointer | null>,
): Promise<Opened> {
  const byId: Opened = new Map();
  const count = createSizeBudget();
  const open = async (id: string, name: string) => {
    const opened = await tryOpen(ctx, caller, name, pointers.get(name) ?? null);
    byId.set(id, opened);
    if (!(opened instanceof AppError)) count(opened.body);
  };
  const idOf = (name: string) => pointers.get(name)?.id ?? name;
  const names = [...pointers.keys()];
  const first = [...new Map(names.map((name) => [idOf(name), name]))];
  for (let from = 0; from < first.length; from += width) {
    await Promise.all(first.slice(from, from + width).map(([id, name]) => open(id, name)));
  }
  return new Map(names.map((name) => [name, byId.get(idOf(name)) as UsedTemplate | AppError]));
}

/** The template, or why it cannot be used; what is no refusal is thrown. */
async function tryOpen(
  ctx: Templates,
  caller: Caller,
  name: string,
  pointer: TemplatePointer | null,
): Promise<UsedTemplate | AppError> {
  try {
    return await openForSend(ctx, caller, name, pointer);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
}
