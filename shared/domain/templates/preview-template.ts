import * as z from 'zod';
import { type Issue, invalid } from '../../core/errors.ts';
import type { TemplateBody } from '../../core/records/templates.ts';
import type { Base, Caller, Templates } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { openTemplate } from './get-template.ts';
import { namesOf, type Part, renderPart, reserved, scanTemplate } from './render.ts';
import { warningsOf } from './template-record.ts';
import { checkValues, placeholderFaults, variablesOf } from './template-rules.ts';
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
 * Action preview (H28 [X], Q23): the draft or named version, filled with the variables, or else with the
 * template's samples. Placeholders without a value stay as written.
 */
export async function previewTemplate(
  ctx: Base & Templates,
  caller: Caller,
  name: string,
  input: { variables?: Variables | undefined; version?: 'draft' | 'published' | undefined },
): Promise<TemplatePreview> {
  requireScope(caller, ['templates:read']);
  const given = input.variables ?? {};
  const issues = checkVariables(given, 'variables');
  if (issues.length > 0) throw invalid(issues);
  const { template, body } = await openTemplate(ctx, caller, name, input.version);
  const preview = renderBody(ctx, body, input.variables ?? template.samples);
  return {
    ...preview,
    unused_variables: preview.unused_variables.filter((one) => Object.hasOwn(given, one)),
  };
}

export type DraftPreview = TemplatePreview & {
  /** The placeholders, in order of first use. */
  variables: string[];
  /** What keeps it from being published, and likely mistakes. */
  warnings: string[];
};

/** Fills content that isn't saved yet, as `previewTemplate` fills a template. Throws 400 if it is too large. */
export function previewDraft(
  ctx: Base,
  caller: Caller,
  input: TemplateBody & { samples: Variables },
): DraftPreview {
  requireScope(caller, ['templates:read']);
  const { subject, html, text, defaults, samples } = input;
  const issues = (['html', 'text'] as const).flatMap((path): Issue[] => {
    if (Buffer.byteLength(input[path] ?? '') <= mb2) return [];
    return [{ path, rule: 'length', message: `${path}: at most 2 MB` }];
  });
  if (issues.length > 0) throw invalid(issues);
  checkValues({ defaults, samples });
  const body = { subject, html, text, defaults };
  const faults = placeholderFaults(body).map(({ message }) => message);
  return {
    ...renderBody(ctx, body, samples),
    variables: variablesOf(body),
    warnings: [...faults, ...warningsOf(body)],
  };
}

function renderBody(ctx: Base, body: TemplateBody, variables: Variables): TemplatePreview {
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
    missing_variables: variablesOf(body).filter((placeholder) => value(placeholder) === undefined),
    unused_variables: Object.keys(variables).filter((given) => !used.includes(given)),
  };
}
