import { type Dialect, plainDialect } from '../templates/dialect.ts';

const own = 'recipient(?:_email|_name|_fname|_lname)?';
const path = '[A-Za-z_][A-Za-z0-9_-]{0,200}(?:\\.[A-Za-z0-9_-]{1,200}){0,10}';

/** Mailgun's templates, and the message variables that it fills in them (T6, T7, M47). */
export const mailgunDialect: Dialect = {
  ...plainDialect,
  unsubscribe_texts: [
    { written: '%unsubscribe_url%' },
    { written: '%tag_unsubscribe_url%' },
    { written: '%mailing_list_unsubscribe_url%' },
  ],
  // Mailgun's unsubscribe address, and a recipient variable. Neither name is possible in our templates.
  unfilled: /%(?:tag_|mailing_list_)?unsubscribe_email%|%recipient\.[^\s%]{1,200}%/g,
  tags: {
    pattern: new RegExp(`%(${own})%|%recipient\\.(${path})%`, 'g'),
    pathOf: ([, name, inRecipient]) => name ?? inRecipient ?? '',
  },
};

export const postmarkDialect: Dialect = {
  ...plainDialect,
  engine: 'mustachio',
  unsubscribe_paths: ['pm:unsubscribe', 'pm:unsubscribe_url'],
};

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

/** Its legacy templates, whose tags are free text that stays as written. */
export const sendgridLegacy: Dialect = { ...sendgridDynamic, legacy: true };
