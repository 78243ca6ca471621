import type { TemplateHead, TemplateItem } from '../../../core/records/imports.ts';
import type { Template } from '../../../core/records/templates.ts';
import { workingVersion } from '../../templates/template-rules.ts';
import { type PlannedTemplate, shownName } from '../slice.ts';

/** The name of a template here: the provider's, its id where it has none (M43). */
export function itemName({ name, source_id }: TemplateHead): string {
  const shown = shownName(name);
  return shown.trim() === '' ? shownName(source_id) : shown;
}

type Failed = 'no_version' | 'no_content' | 'too_large' | 'too_many_variables' | 'plan_limit' | 'unreadable';

const messages: Record<Failed, string> = {
  no_version: 'It has no version.',
  no_content: 'It has neither html nor text.',
  too_large: 'Its html or text is over 2 MB, or its subject over 998 characters.',
  too_many_variables: 'It has over 1,000 placeholders, or over 100 defaults or 64 KB of them.',
  plan_limit: 'The plan includes no more templates.',
  unreadable: 'It could not be read.',
};

const blank = ({ head }: PlannedTemplate) => ({
  name: itemName(head),
  source_id: head.source_id,
  alias: null,
  reason: null,
  message: null,
  template_id: null,
  published: false,
  variables: [],
  notes: [],
});

/** A template of which nothing was made. */
export const failedItem = (
  planned: PlannedTemplate,
  reason: Failed,
  message = messages[reason],
): TemplateItem => ({ ...blank(planned), status: 'failed', reason, message });

/** A template that has one here, which stays as it is. */
export const hereItem = (planned: PlannedTemplate, template: Template): TemplateItem => ({
  ...ofTemplate(planned, template),
  status: 'skipped',
  reason: 'already_here',
});

/** What an item says of the template that it has. */
export const ofTemplate = (planned: PlannedTemplate, template: Template) => ({
  ...blank(planned),
  alias: template.alias,
  template_id: template.id,
  published: template.published !== null,
  variables: workingVersion(template).variables,
});

/** One that a preview would make. */
export const previewItem = (
  planned: PlannedTemplate,
  says: Pick<TemplateItem, 'alias' | 'status' | 'reason' | 'published' | 'variables' | 'notes'>,
): TemplateItem => ({ ...blank(planned), ...says });
