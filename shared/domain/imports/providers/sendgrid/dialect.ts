import type { Dialect } from '../../templates/dialect.ts';

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

/** SendGrid's dynamic templates (T6, T7). */
export const sendgridDynamic: Dialect = {
  engine: 'handlebars',
  inserts: true,
  unsubscribe_paths: ['unsubscribe', 'unsubscribe_preferences'],
  unsubscribe_texts,
  web_view: { path: 'weblink', text: { written: '[weblink]', any_case: true } },
  unfilled: null,
  tags: null,
  legacy: false,
};

const name = '[A-Za-z][A-Za-z0-9_.]{0,200}';
const before = '(?<![\\p{L}\\p{N}_-])';
const after = '(?![\\p{L}\\p{N}_-])';

/** `<%body%>`, `[%x | default%]`, `-x-` and `%x%`, one group for each (M47). */
const tag = new RegExp(
  [
    '<%\\s{0,20}(subject|body)\\s{0,20}%>',
    `\\[%\\s{0,20}(${name})\\s{0,20}(?:\\|([^%]{0,500}))?%\\]`,
    `${before}-(${name})-${after}`,
    `${before}%(${name})%${after}`,
  ].join('|'),
  'gu',
);

/** Its legacy templates, whose tags are free text. */
export const sendgridLegacy: Dialect = {
  ...sendgridDynamic,
  tags: {
    pattern: tag,
    read: ([, slot, marketing, fallback, dashed, percent]) => ({
      path: slot ?? marketing ?? dashed ?? percent ?? '',
      fallback: fallback?.trim() ?? null,
    }),
    // `%C3%A9t%C3%A9` is a letter of an address, no variable.
    inAddress: (written) => !/^%[0-9A-F]{2}/i.test(written),
  },
  legacy: true,
};
