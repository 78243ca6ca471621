import { AppError } from '../../core/errors.ts';
import type { EmailSource } from '../../core/records/emails.ts';
import type { TemplatePointer } from '../../core/records/templates.ts';
import { checkComposedSize } from '../content/composed-size.ts';
import { packContent } from '../content/pack.ts';
import type { Caller, Context } from '../context.ts';
import type { CheckedRequest } from './check-request.ts';
import { type Draft, newEmail } from './new-email.ts';
import type { SendRequest } from './send-request.ts';
import { openForSend, templateName, type UsedTemplate, useTemplate } from './use-template.ts';

type Composing = {
  request: SendRequest;
  checked: CheckedRequest;
  source: EmailSource;
  resent_from: string | null;
};

/** A draft, the template revision it was made from, and whether it is to be written with the deciding write. */
export type Composed = { draft: Draft; revision: string | null; joined: boolean };

function compose(
  ctx: Context,
  caller: Caller,
  { request, checked, source, resent_from }: Composing,
  template: UsedTemplate | null,
): Composed {
  const filled = template === null ? checked : useTemplate(request, checked, template);
  checkComposedSize(filled.content);
  const content = packContent(filled.content);
  const draft = newEmail(ctx, caller, { request, checked: filled, content, source, resent_from });
  return { draft, revision: template?.pointer.published?.revision ?? null, joined: false };
}

/**
 * The draft that can be written beside the reads: of a plain send, or of a template as this process used it last.
 * null when that template is not in memory or does not render: then the stored version has the word; and when it
 * names uploaded files, which are looked up first.
 */
export function composeEarly(ctx: Context, caller: Caller, input: Composing): Composed | null {
  if (input.checked.uploads.length > 0) return null;
  if (input.request.template === undefined) return compose(ctx, caller, input, null);
  const template = ctx.templates.remembered(caller.account.id, input.request.template.id);
  if (template === null) return null;
  try {
    return compose(ctx, caller, input, template);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * The draft of the version that is published now: the early one where it was made from that, else a new one,
 * which the deciding write takes along (Q18: cold <= 4 round trips). 404, 400 (H6, Q23).
 */
export async function composeNow(
  ctx: Context,
  caller: Caller,
  input: Composing & { early: Composed | null; pointer: TemplatePointer | null },
): Promise<Composed> {
  const { request, early, pointer } = input;
  if (early !== null && early.revision === (pointer?.published?.revision ?? null)) return early;
  if (request.template === undefined) return { ...compose(ctx, caller, input, null), joined: true };
  const template = await openForSend(ctx, caller, templateName(request), pointer);
  return { ...compose(ctx, caller, input, template), joined: true };
}
