import type { TemplateHead, TemplateItem } from '../../../core/records/imports.ts';
import type { Template } from '../../../core/records/templates.ts';
import { workingVersion } from '../../templates/template-rules.ts';
import { displayName, type PlannedTemplate } from '../slice.ts';
import { plainAlias } from './aliases.ts';
import type { Converted } from './convert.ts';
import { note } from './notes.ts';

/** A template's name here: the provider's, or else its id. */
export function itemName({ name, source_id }: TemplateHead): string {
  const shown = displayName(name);
  return shown.trim() === '' ? displayName(source_id) : shown;
}

type Failed = 'no_version' | 'no_content' | 'too_large' | 'too_many_variables' | 'plan_limit' | 'unreadable';

const messages: Record<Failed, string> = {
  no_version: 'The template has no version.',
  no_content: 'The template has neither html nor text.',
  too_large: 'The html or text exceeds 2 MB, or the subject exceeds 998 characters.',
  too_many_variables:
    'The template has more than 1,000 placeholders, more than 100 defaults, or more than 64 KB of defaults.',
  plan_limit: "You've reached your plan's template limit.",
  unreadable: 'The template could not be read.',
};

export const itemOf = (
  { head }: PlannedTemplate,
  says: Partial<TemplateItem> & Pick<TemplateItem, 'status'>,
): TemplateItem => ({
  name: itemName(head),
  source_id: head.source_id,
  alias: null,
  reason: null,
  message: null,
  template_id: null,
  published: false,
  variables: [],
  notes: [],
  ...says,
});

export const failedItem = (planned: PlannedTemplate, reason: Failed, message = messages[reason]) =>
  itemOf(planned, { status: 'failed', reason, message });

const ofTemplate = (template: Template) => ({
  alias: template.alias,
  template_id: template.id,
  published: template.published !== null,
  variables: workingVersion(template).variables,
});

export const hereItem = (planned: PlannedTemplate, template: Template) =>
  itemOf(planned, { ...ofTemplate(template), status: 'skipped', reason: 'already_here' });

/** A note that another template already has the plain alias. */
export const aliasNote = ({ head }: PlannedTemplate, alias: string): string[] =>
  note(
    'same_alias',
    alias === plainAlias(head) ? [] : [`another template already has the alias ${plainAlias(head)}`],
  );

/** A template that this import made, as converted. */
export const madeItem = (planned: PlannedTemplate, template: Template, { reason, notes }: Converted) =>
  itemOf(planned, {
    ...ofTemplate(template),
    status: reason === null ? 'imported' : 'needs_attention',
    reason,
    notes: [...notes, ...aliasNote(planned, template.alias)],
  });
