import { characters } from '../../core/characters.ts';
import { AppError, type Issue, invalid, notFound } from '../../core/errors.ts';
import type { TemplateBody, TemplatePointer } from '../../core/records/templates.ts';
import { checkManaged, markParts } from '../content/managed-unsubscribe.ts';
import { unsubscribeMarker } from '../content/placeholders.ts';
import type { Caller, Context } from '../context.ts';
import { busy, isTemplateName } from '../templates/get-template.ts';
import { type Fill, namesOf, type Part, renderPart, reserved, scanTemplate } from '../templates/render.ts';
import type { Scanned } from '../templates/scan.ts';
import { checkVariables, fillFrom } from '../templates/variables.ts';
import type { CheckedRequest } from './check-request.ts';
import type { SendRequest } from './send-request.ts';

/** The published version of a template, as one send sees it. */
export type UsedTemplate = { pointer: TemplatePointer; body: TemplateBody };

const mb2 = 2 * 1024 * 1024;
const max_subject = 998;
const tries = 3;

/** What can be said of a send by template without looking at the template (H6). */
export function checkTemplateUse(request: SendRequest): Issue[] {
  const conflicts: Issue[] = (['html', 'text'] as const)
    .filter((path) => request[path] !== undefined)
    .map((path) => ({ path, rule: 'conflict', message: `${path}: the template has the content` }));
  return [...conflicts, ...checkVariables(request.template?.variables ?? {}, 'template.variables')];
}

/** The name under which a send looks its template up; null for what no template can be called. */
export function templateName(request: Pick<SendRequest, 'template'>): string | null {
  const name = request.template?.id;
  return name !== undefined && isTemplateName(name) ? name : null;
}

/**
 * The template that a send names, as its pointer says; 404 for an unknown one, 400 for one that is only a draft
 * (H6). The facts are read eventually consistent: before a refusal, and when a publish took the body away since,
 * the pointer is read again, strongly.
 */
export async function openForSend(
  ctx: Context,
  caller: Caller,
  name: string | null,
  pointer: TemplatePointer | null,
): Promise<UsedTemplate> {
  if (name === null) throw notFound('Template');
  let now = pointer;
  for (let round = 0; round < tries; round++) {
    const body = now?.published ? await ctx.templates.open(name, now) : null;
    if (now !== null && body !== null) return { pointer: now, body };
    now = await ctx.templates.readPointer(caller.account.id, name);
    if (now === null) throw notFound('Template');
    if (now.published === null) throw onlyDraft(now.alias);
  }
  throw busy();
}

function onlyDraft(alias: string): AppError {
  const message = `The template ${alias} is not published`;
  const details = { issues: [{ path: 'template.id', rule: 'conflict', message }] };
  return new AppError('validation_error', message, {
    details,
    hint: 'publish it: POST /templates/{template} with {"action": "publish"}',
  });
}

/** What the parts that go out ask for and do not get (Q23), and what the unsubscribe setting forbids (Q24, Q42). */
function checkUse(request: SendRequest, going: (Scanned | null)[], managed: boolean, fill: Fill): void {
  const names = namesOf(going);
  const missing = names.filter((name) => name !== reserved && fill(name) === undefined);
  const issues: Issue[] = missing.map((name) => ({
    path: `template.variables.${name}`,
    rule: 'required',
    message: `template.variables.${name} is required`,
  }));
  if (names.includes(reserved) && !managed) {
    const message = 'unsubscribe: the template has {{unsubscribe_url}}, managed unsubscribe is off';
    issues.push({ path: 'unsubscribe', rule: 'conflict', message });
  }
  issues.push(...checkManaged(managed, request.headers));
  if (issues.length > 0) throw invalid(issues, missing.length > 0 ? { missing_variables: missing } : {});
}

/** One part with its values and, for `{{unsubscribe_url}}`, the marker that no value can forge (Q6). */
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

/** An overriding subject is literal but for `{{unsubscribe_url}}` (Q23); a rendered one 1-998 characters (Q22). */
function subjectOf(request: SendRequest, scanned: Scanned, managed: boolean, fill: Fill): string {
  if (request.subject !== undefined)
    return markParts(managed, { subject: request.subject, html: null, text: null }).subject;
  const subject = renderForSend('subject', scanned, fill).trim();
  if (subject !== '' && characters(subject) <= max_subject) return subject;
  throw subjectLength();
}

/**
 * The request with its template filled in, once and for all (Q5): parts, category and managed unsubscribe, where
 * the request says nothing else (rules 10 and 11). 400 with details.missing_variables (Q23).
 */
export function useTemplate(
  request: SendRequest,
  checked: CheckedRequest,
  { pointer, body }: UsedTemplate,
): CheckedRequest {
  const { published } = pointer;
  const managed = request.unsubscribe ?? published?.unsubscribe_enabled ?? false;
  const fill = fillFrom(request.template?.variables ?? {}, body.defaults);
  const { subject, html, text } = scanTemplate(body);
  checkUse(request, [request.subject === undefined ? subject : null, html, text], managed, fill);
  return {
    ...checked,
    subject: subjectOf(request, subject, managed, fill),
    content: {
      ...checked.content,
      html: html && renderForSend('html', html, fill),
      text: text && renderForSend('text', text, fill),
      unsubscribe: managed,
    },
    category: request.category ?? published?.category ?? 'transactional',
    template: pointer.alias,
  };
}
