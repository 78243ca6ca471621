import { AppError, isAppError } from '../../core/errors.ts';
import { chunksOf } from '../../core/in-parallel.ts';
import type { TemplatePointer } from '../../core/records/templates.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Caller, Templates } from '../context.ts';
import { openForSend, templateName, type UsedTemplate } from '../sending/use-template.ts';
import type { Plan, ReadCandidate } from './plan-batch.ts';

/** Bytes of html and text across all items. Rendering and packing 400 MB takes 7 s and 600 MB of memory. */
const maxRendered = 40 * 1024 * 1024;

type Parts = { html: string | null; text: string | null };

/** Merges a batch's parts. Throws 413 for the whole batch. */
export function createSizeBudget(): (parts: Parts) => void {
  let left = maxRendered;
  return ({ html, text }) => {
    left -= Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '');
    if (left >= 0) return;
    throw new AppError('payload_too_large', 'The emails in the batch exceed 40 MB once rendered', {
      details: { limit: maxRendered },
      hint: 'Send them in smaller batches',
    });
  };
}

/** How many templates are opened in parallel. Most batches have fewer. */
const concurrency = 16;

export const namesIn = (plan: Plan): Set<string> =>
  new Set(plan.candidates.flatMap(({ submission }) => templateName(submission.template) ?? []));

/** Each name's pointer. A template's alias and id give the same version. */
export function pointersOf(plan: Plan<ReadCandidate>): Map<string, TemplatePointer | null> {
  const byId = new Map<Id<'tpl'>, TemplatePointer>();
  const byName = new Map<string, TemplatePointer | null>();
  for (const { submission, facts } of plan.candidates) {
    const name = templateName(submission.template);
    if (name === null || byName.has(name)) continue;
    const read = facts.template;
    const first = read && (byId.get(read.id) ?? read);
    if (first) byId.set(first.id, first);
    byName.set(name, first);
  }
  return byName;
}

/**
 * Opens each template once. Returns a function from name to template, which throws for a failed template.
 * Throws 413 if all are too large together.
 */
export async function openAll(
  ctx: Base & Templates,
  caller: Caller,
  pointers: Map<string, TemplatePointer | null>,
): Promise<(name: string) => UsedTemplate> {
  const byId = new Map<string, UsedTemplate | AppError>();
  const count = createSizeBudget();
  const open = async (id: string, name: string) => {
    const opened = await tryOpen(ctx, caller, name, pointers.get(name) ?? null);
    byId.set(id, opened);
    if (!isAppError(opened)) count(opened.body);
  };
  const idOf = (name: string) => pointers.get(name)?.id ?? name;
  const first = [...new Map([...pointers.keys()].map((name) => [idOf(name), name]))];
  for (const some of chunksOf(first, concurrency))
    await Promise.all(some.map(([id, name]) => open(id, name)));
  return (name) => {
    const opened = byId.get(idOf(name));
    if (opened === undefined || isAppError(opened)) throw opened;
    return opened;
  };
}

async function tryOpen(
  ctx: Base & Templates,
  caller: Caller,
  name: string,
  pointer: TemplatePointer | null,
): Promise<UsedTemplate | AppError> {
  try {
    return await openForSend(ctx, caller, name, pointer);
  } catch (error) {
    if (isAppError(error) && error.status < 500) return error;
    throw error;
  }
}
