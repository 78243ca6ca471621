import { characters } from '../../core/characters.ts';
import { AppError, type Issue, invalid, notFound } from '../../core/errors.ts';
import type { TemplateBody, TemplatePointer } from '../../core/records/templates.ts';
import { revise } from '../../core/revise.ts';
import { checkManaged } from '../content/managed-unsubscribe.ts';
import { showUnsubscribe, unsubscribeMarker } from '../content/placeholders.ts';
import type { Base, Caller, Templates } from '../context.ts';
import { isTemplateName } from '../templates/get-template.ts';
import { type Fill, namesOf, type Part, renderPart, reserved, scanTemplate } from '../templates/render.ts';
import type { Scanned } from '../templates/scan.ts';
import { checkVariables, fillFrom } from '../templates/variables.ts';
import type { SendRequest } from './send-request.ts';
import { type OwnSubmission, type Rendered, renderPlain, type TemplateUse } from './submission.ts';

export type UsedTemplate = { pointer: TemplatePointer; body: TemplateBody };

const mb2 = 2 * 1024 * 1024;
const max_subject = 998;

/** Errors in a send by template that are visible without reading the template. */
export function checkTemplateUse(request: SendRequest): Issue[] {
  if (request.template === undefined) return [];
  const conflicts: Issue[] = (['html', 'text'] as const)
    .filter((path) => request[path] !== undefined)
    .map((path) => ({ path, rule: 'conflict', message: `Give either ${path} or template, not both` }));
  return [...conflicts, ...checkVariables(request.template.variables ?? {}, 'template.variables')];
}

/** The name to look a send's template up by. Null if no template can have it. */
export function templateName(template: TemplateUse | null): string | null {
  return template !== null && isTemplateName(template.id) ? template.id : null;
}

/**
 * The template that a send names, by its pointer. Throws 404 for an unknown one, and 400 for an unpublished
 * one. The facts are eventually consistent, so the pointer is read again, strongly consistent, before a
 * refusal or if a publish removed the body.
 */
export async function openForSend(
  ctx: Base & Templates,
  caller: Caller,
  name: string | null,
  pointer: TemplatePointer | null,
): Promise<UsedTemplate> {
  if (name === null) throw notFound('Template');
  let now = pointer;
  return revise(ctx.runtime, async () => {
    const body = now?.published ? await ctx.templates.open(name, now) : null;
    if (now !== null && body !== null) return { pointer: now, body };
    now = await ctx.templates.readPointer(caller.account.id, name);
    if (now === null) throw notFound('Template');
    if (now.published === null) throw onlyDraft(now.alias);
    return undefined;
  });
}

function onlyDraft(alias: string): AppError {
  const message = `The template ${alias} is not published`;
  const details = { issues: [{ path: 'template.id', rule: 'conflict', message }] };
  const hint = 'Publish it: POST /templates/{template} with {"action": "publish"}';
  return new AppError('validation_error', message, { details, hint });
}

/** Errors in the parts to send: missing values, and what the unsubscribe setting forbids. */
function checkUse(submission: OwnSubmission, parts: (Scanned | null)[], managed: boolean, fill: Fill): void {
  const names = namesOf(parts);
  const missing = names.filter((name) => name !== reserved && fill(name) === undefined);
  const issues: Issue[] = missing.map((name) => ({
    path: `template.variables.${name}`,
    rule: 'required',
    message: `template.variables.${name} is required`,
  }));
  if (names.includes(reserved) && !managed) {
    const message = 'unsubscribe must be true: the template uses {{unsubscribe_url}}';
    issues.push({ path: 'unsubscribe', rule: 'conflict', message });
  }
  issues.push(...checkManaged(managed, submission.headers));
  if (issues.length > 0) throw invalid(issues, missing.length > 0 ? { missing_variables: missing } : {});
}

/** One part with its values, and an unforgeable marker for `{{unsubscribe_url}}`. */
function renderForSend(part: Part, scanned: Scanned, fill: Fill): string {
  const marked = (name: string) => (name === reserved ? unsubscribeMarker : fill(name));
  const text = renderPart(part, scanned.pieces, marked, mb2);
  if (text !== null) return text;
  if (part === 'subject') throw subjectLength();
  const message = `template.variables: ${part} is over 2 MB when rendered`;
  throw invalid([{ path: 'template.variables', rule: 'length', message }]);
}

function subjectLength(): AppError {
  const message = `subject: 1-${max_subject} characters when rendered`;
  return invalid([{ path: 'subject', rule: 'length', message }]);
}

/**
 * An overriding subject already has its markers, so a run's values in it are never placeholders. A rendered
 * subject has 1-998 characters.
 */
function subjectOf(submission: OwnSubmission, scanned: Scanned, managed: boolean, fill: Fill): string {
  const { subject: given, template } = submission;
  if (given !== null) return managed ? given : (template?.written_subject ?? showUnsubscribe(given));
  const subject = renderForSend('subject', scanned, fill).trim();
  if (subject !== '' && characters(subject) <= max_subject) return subject;
  throw subjectLength();
}

/**
 * The submission with its template rendered, once for all attempts and resends. The template sets parts,
 * category, and managed unsubscribe, unless the submission does. Throws 400 with details.missing_variables.
 */
export function renderTemplate(submission: OwnSubmission, { pointer, body }: UsedTemplate): Rendered {
  const { published } = pointer;
  const unsubscribe = submission.unsubscribe ?? published?.unsubscribe_enabled ?? false;
  const fill = fillFrom(submission.template?.variables ?? {}, body.defaults);
  const { subject, html, text } = scanTemplate(body);
  checkUse(submission, [submission.subject === null ? subject : null, html, text], unsubscribe, fill);
  return renderPlain({
    ...submission,
    subject: subjectOf(submission, subject, unsubscribe, fill),
    html: html && renderForSend('html', html, fill),
    text: text && renderForSend('text', text, fill),
    unsubscribe,
    category: submission.category ?? published?.category ?? null,
    template_alias: pointer.alias,
  });
}
