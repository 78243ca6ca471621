import { type Dialect, plainDialect } from '../../templates/dialect.ts';

const labels = {
  asm_group_unsubscribe: 'Unsubscribe From This List',
  asm_global_unsubscribe: 'Unsubscribe From All Emails',
  asm_preferences: 'Manage Email Preferences',
};

const unsubscribe_texts: Dialect['unsubscribe_texts'] = [
  ...Object.entries(labels).flatMap(([tag, label]) => [
    { written: `<%${tag}_url%>`, label },
    { written: `<%${tag}_raw_url%>` },
  ]),
  { written: '<% click here %>', label: 'click here' },
  { written: '[unsubscribe]', any_case: true },
  { written: '[unsubscribe_preferences]', any_case: true },
];

export const sendgridDynamic: Dialect = {
  ...plainDialect,
  inserts: true,
  unsubscribe_paths: ['unsubscribe', 'unsubscribe_preferences'],
  unsubscribe_texts,
  web_view: { path: 'weblink', text: { written: '[weblink]', any_case: true } },
};

/** Its legacy templates, whose tags are free text that stays as it is written (M47). */
export const sendgridLegacy: Dialect = { ...sendgridDynamic, legacy: true };
