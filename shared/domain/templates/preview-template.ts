import * as z from 'zod';
import { invalid } from '../../core/errors.ts';
import type { Base, Caller, Templates } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { openTemplate } from './get-template.ts';
import { namesOf, type Part, renderPart, reserved, scanTemplate } from './render.ts';
import { checkVariables, fillFrom, type Variables } from './variables.ts';

const mb2 = 2 * 1024 * 1024;

export const TemplatePreview = z
  .object({
    subject: z.string(),
    html: z.string().nullable(),
    text: z.string().nullable(),
    missing_variables: z.array(z.string()),
    unused_variables: z.array(z.string()),
  })
  .meta({ id: 'TemplatePreview' });
export type TemplatePreview = z.output<typeof TemplatePreview>;

/**
 * Action preview (H28 [X], Q23): the draft or named version, filled. Placeholders without a value stay as
 * written.
 */
export async function previewTemplate(
  ctx: Base & Templates,
  caller: Caller,
  name: string,
  input: { variables?: Variables | undefined; version?: 'draft' | 'published' | undefined },
): Promise<TemplatePreview> {
  requireScope(caller, ['templates:read']);
  const variables = input.variables ?? {};
  const issues = checkVariables(variables, 'variables');
  if (issues.length > 0) throw invalid(issues);
  const { version, body } = await openTemplate(ctx, caller, name, input.version);
  const parts = scanTemplate(body);
  const value = fillFrom(variables, body.defaults);
  const link = `${ctx.settings.base_url}/unsubscribe/preview`;
  const fill = (placeholder: string) => (placeholder === reserved ? link : value(placeholder));
  const render = (part: Part) => {
    const scanned = parts[part];
    if (scanned === null) return null;
    const text = renderPart(part, scanned.pieces, fill, mb2);
    if (text !== null) return text;
    throw invalid([{ path: 'variables', rule: 'length', message: `${part} exceeds 2 MB when rendered` }]);
  };
  const used = namesOf([parts.subject, parts.html, parts.text]);
  return {
    subject: render('subject')?.trim() ?? '',
    html: render('html'),
    text: render('text'),
    missing_variables: version.variables.filter((placeholder) => value(placeholder) === undefined),
    unused_variables: Object.keys(variables).filter((given) => !used.includes(given)),
  };
}
