import {
  mailgunDialect,
  postmarkDialect,
  sendgridDynamic,
  sendgridLegacy,
} from '../../shared/domain/imports/providers/dialects.ts';
import { convertTemplate } from '../../shared/domain/imports/templates/convert.ts';
import type { Dialect, Layout, TemplateSource } from '../../shared/domain/imports/templates/dialect.ts';
import { flatName } from '../../shared/domain/imports/templates/flat-name.ts';

const dialects = { d: sendgridDynamic, l: sendgridLegacy, p: postmarkDialect, m: mailgunDialect };

const source = (change: Partial<TemplateSource>): TemplateSource => ({
  subject: 'S',
  html: null,
  text: null,
  layout: null,
  has_sender: false,
  ...change,
});

function convert(dialect: Dialect, change: Partial<TemplateSource>) {
  const done = convertTemplate(dialect, source(change));
  if ('refused' in done) throw new Error(done.refused);
  const { content, reason, notes } = done;
  return { ...content, reason, notes, kinds: notes.map((note) => note.split(':')[0]) };
}

const html = (dialect: Dialect, text: string) => convert(dialect, { html: text });
const outcome = (reason: string | null) => (reason === null ? 'imported' : reason);

const u = '{{unsubscribe_url}}';

/** Providers, what is written, what it becomes, and why it is a draft. */
const t6: [keyof typeof dialects | string, string, string, string?][] = [
  ['dlpm', 'Hi {{x}}', 'Hi {{x}}'],
  ['dlpm', 'Hi {{ x }}', 'Hi {{x}}'],
  ['dlpm', 'Hi {{\n x\t}}!', 'Hi {{x}}!'],
  ['dlm', 'a {{~x~}} b', 'a{{x}}b'],
  ['dlm', 'a \n{{~x}} b', 'a{{x}} b'],
  ['dlm', 'a {{x~}}\n b', 'a {{x}}b'],
  ['dlm', 'a {{~{x}~}} b', 'a{{x}}b'],
  ['dlm', '{{~name~}} {{& city}}', '{{name}}{{city}}'],
  ['p', 'a {{~x~}} b', 'a {{~x~}} b', 'syntax'],
  ['dlpm', '{{a.b.c}}', '{{a_b_c}}'],
  ['dlpm', '{{a-b}}', '{{a_b}}'],
  ['dlpm', '{{items.[0].sku}}', '{{items_0_sku}}'],
  ['dlpm', '{{items.[0]}}', '{{items_0}}'],
  ['dlpm', '{{@root.x}} {{this.x}} {{./x}}', '{{x}} {{x}} {{x}}'],
  ['dlpm', '{{{x.y}}} {{&x}} {{& y }}', '{{x_y}} {{x}} {{y}}'],
  ['dlpm', 'a{{! c }}b', 'ab'],
  ['dlm', 'a{{!-- c {{x}} --}}b', 'ab'],
  ['dlm', 'a {{~!-- c {{x}} --~}} b', 'ab'],
  ['dlm', 'a\n  {{! c }}\t\r\nb', 'a\nb'],
  ['dlm', '{{!-- c --}}\n<p>a</p>\n  {{! d }}', '<p>a</p>\n'],
  ['dlm', 'a {{! c }}\nb', 'a \nb'],
  ['dlm', 'a\n{{! c }} {{x}}\nb', 'a\n {{x}}\nb'],
  ['p', 'a\n  {{! c }}\nb', 'a\n  \nb'],
  ['dlm', '{{log}} {{lookup}} {{{log}}}', '{{log}} {{lookup}} {{{log}}}', 'syntax'],
  ['dlm', '{{this.log}} {{log.x}}', '{{log}} {{log_x}}'],
  ['p', '{{log}}', '{{log}}'],
  ['dl', 'Hi {{insert x "default=D"}}', 'Hi {{x}}'],
  ['dl', 'Hi {{insert a.b "D}}E"}}', 'Hi {{a_b}}'],
  ['pm', '{{insert x "default=D"}}', '{{insert x "default=D"}}', 'syntax'],
  ['dlpm', '{{#x}} {{a.b}} {{/x}} {{a.b}}', '{{#x}} {{a.b}} {{/x}} {{a_b}}', 'blocks'],
  ['dlpm', '{{^x}}none{{/x}} {{a.b}}', '{{^x}}none{{/x}} {{a_b}}', 'blocks'],
  [
    'dlpm',
    '{{#each a}}{{#b}}{{c.d}}{{/b}}{{/each}}{{c.d}}',
    '{{#each a}}{{#b}}{{c.d}}{{/b}}{{/each}}{{c_d}}',
    'blocks',
  ],
  [
    'dlpm',
    '{{#each a}}{{#each b}}{{c.d}}{{/each}}{{c.d}}{{/each}}{{c.d}}',
    '{{#each a}}{{#each b}}{{c.d}}{{/each}}{{c.d}}{{/each}}{{c_d}}',
    'blocks',
  ],
  [
    'dlm',
    '{{#if a}}b{{else if c}}d{{else}}e{{/if}} {{f.g}}',
    '{{#if a}}b{{else if c}}d{{else}}e{{/if}} {{f_g}}',
    'blocks',
  ],
  ['dlm', '{{~#if a~}} {{! c }} {{~b~}} {{~/if}}', '{{~#if a~}} {{! c }} {{~b~}} {{~/if}}', 'blocks'],
  ['dlm', '{{{{raw}}}} {{a.b}} {{{{/raw}}}} {{a.b}}', '{{{{raw}}}} {{a.b}} {{{{/raw}}}} {{a_b}}', 'blocks'],
  ['dlpm', '{{a.b}} {{#if c}} {{a.b}} rest', '{{a_b}} {{#if c}} {{a.b}} rest', 'blocks'],
  ['dlm', '{{a.b}} {{{{raw}}}} {{a.b}} rest', '{{a_b}} {{{{raw}}}} {{a.b}} rest', 'blocks'],
  ...[
    '{{formatDate ts "MMMM"}}',
    '{{> p}}',
    '{{else}}',
    '{{.}}',
    '{{../x}}',
    '{{this}}',
    '{{@index}}',
    '{{"x"}}',
    '{{1}}',
    '{{}}',
    '{{a b}}',
    '{{items[0]}}',
    '{{a|b}}',
    '{{true}}',
    '{{/if}}',
    '{{ x',
  ].map((form): [string, string, string, string] => ['dlpm', `{{a.b}} ${form}`, `{{a_b}} ${form}`, 'syntax']),
  ['dlm', '\\{{x.y}} {{x.y}}', '\\{{x.y}} {{x_y}}', 'syntax'],
  ['p', '\\{{x.y}}', '\\{{x_y}}'],
  ['dlpm', 'a }} {{x}} }}', 'a }} {{x}} }}'],
  ['dlpm', '@media print{a{b:c}}{{x.y}}$& $1', '@media print{a{b:c}}{{x_y}}$& $1'],
  ['dlpm', `{{${'n'.repeat(65)}}}`, `{{${'n'.repeat(65)}}}`, 'syntax'],
];

describe.each(t6)('%s: %j', (providers, written, becomes, reason) => {
  test.each([...providers] as (keyof typeof dialects)[])('at %s', (provider) => {
    const done = html(dialects[provider], written);
    expect(done.html).toBe(becomes);
    const legacy = provider === 'l' ? 'legacy' : 'imported';
    expect(outcome(done.reason)).toBe(reason ?? legacy);
    expect(done.unsubscribe_enabled).toBe(false);
  });
});

const link = (label: string) => `<a href="${u}">${label}</a>`;

/** Provider, html, what it becomes; in a tag and in text it is the bare placeholder. */
const t7: [keyof typeof dialects | string, string, string][] = [
  ['dl', '<%asm_group_unsubscribe_url%>', link('Unsubscribe From This List')],
  ['dl', '<%asm_global_unsubscribe_url%>', link('Unsubscribe From All Emails')],
  ['dl', '<%asm_preferences_url%>', link('Manage Email Preferences')],
  ['dl', '<% click here %>', link('click here')],
  ['dl', '<%asm_group_unsubscribe_raw_url%>', u],
  ['dl', '<%asm_global_unsubscribe_raw_url%>', u],
  ['dl', '<%asm_preferences_raw_url%>', u],
  ['dl', '{{{unsubscribe}}}', u],
  ['dl', '{{unsubscribe}}', u],
  ['dl', '{{{ unsubscribe_preferences }}}', u],
  ['dl', '{{unsubscribe_preferences}}', u],
  ['dl', '[unsubscribe]', u],
  ['dl', '[Unsubscribe_Preferences]', u],
  ['p', '{{{ pm:unsubscribe }}}', u],
  ['p', '{{pm:unsubscribe}}', u],
  ['p', '{{{pm:unsubscribe_url}}}', u],
  ['p', '{{ pm:unsubscribe_url }}', u],
  ['m', '%unsubscribe_url%', u],
  ['m', '%tag_unsubscribe_url%', u],
  ['m', '%mailing_list_unsubscribe_url%', u],
  ['m', '<%unsubscribe_url%>', `<${u}>`],
  ['dlpm', '{{unsubscribe_url}}', u],
  ['dlpm', '{{unsubscribe.url}}', u],
  ['dlpm', '{{{ unsubscribe_url }}}', u],
];

describe.each(t7)('%s: %j [M46]', (providers, written, becomes) => {
  test.each([...providers] as (keyof typeof dialects)[])('at %s', (provider) => {
    const dialect = dialects[provider];
    const done = convert(dialect, {
      html: `<p>${written}</p> {{#if x}}${written}{{/if}} <a class="x > y" href="${written}">stop</a>`,
      text: `stop: ${written}`,
    });
    const bare = becomes.startsWith('<a') ? u : becomes;
    expect(done.html).toBe(
      `<p>${becomes}</p> {{#if x}}${becomes}{{/if}} <a class="x > y" href="${bare}">stop</a>`,
    );
    expect(done.text).toBe(`stop: ${bare}`);
    for (const one of [done, convert(dialect, { text: `{{#if x}}${written}{{/if}}` })]) {
      expect(one).toMatchObject({
        reason: 'unsubscribe_link',
        category: 'product',
        unsubscribe_enabled: true,
      });
      expect(one.kinds).toContain('unsubscribe_link');
    }
  });
});

test('the web view stays as written, with a note of its own', () => {
  for (const form of ['{{Weblink}}', '{{{weblink}}}', '[Weblink]']) {
    const done = html(sendgridDynamic, `<a href="${form}">x</a>`);
    expect(done).toMatchObject({ html: `<a href="${form}">x</a>`, reason: 'syntax', kinds: ['web_view'] });
  }
  expect(html(mailgunDialect, '{{Weblink}} [weblink]')).toMatchObject({ reason: null });
});

test.each([
  '<p>Hi -firstName-,</p><%body%>',
  '[%first_name | friend%] 20% off',
  '<a href="x?q=%name%">%a.b%</a>',
])('the tags of a legacy template stay as written, in a draft, %j [M47, M75]', (written) => {
  expect(html(sendgridLegacy, written)).toMatchObject({ html: written, reason: 'legacy', kinds: [] });
  expect(html(sendgridDynamic, written)).toMatchObject({ html: written, reason: null });
});

test.each([
  ['Hi %recipient.first%, order %recipient.order.id%', 'Hi {{first}}, order {{order_id}}'],
  ['%recipient_email% %recipient% %recipient_name%', '{{recipient_email}} {{recipient}} {{recipient_name}}'],
  ['%recipient_fname%%recipient_lname%', '{{recipient_fname}}{{recipient_lname}}'],
  ['Save 20% today, 30%recipient. %other%', 'Save 20% today, 30%recipient. %other%'],
  ['%reci{{! c }}pient%', '{{recipient}}'],
])('message variables of Mailgun, %j [M47]', (written, becomes) => {
  expect(html(mailgunDialect, written)).toMatchObject({ html: becomes, reason: null });
});

test.each([
  '%unsubscribe_email%',
  '%tag_unsubscribe_email%',
  '%mailing_list_unsubscribe_email%',
  '%recipient.if%',
  '%recipient.first/name%',
])('what Mailgun fills and nothing here does stays as written, in a draft, %s [M50, M74]', (written) => {
  const done = html(mailgunDialect, `<a href="mailto:${written}">x</a>`);
  expect(done).toMatchObject({ html: `<a href="mailto:${written}">x</a>`, reason: 'syntax' });
  expect(done.notes).toEqual([`left_as_written: ${written}`]);
  expect(html(sendgridDynamic, written).reason).toBeNull();
});

test('names that two paths share, and what was raw, are noted [M45]', () => {
  const done = convert(sendgridDynamic, {
    subject: '{{{a.b}}}',
    html: '{{a-b}} {{{c.d}}} {{&e}}',
    text: '{{{f}}}',
  });
  expect(done).toMatchObject({ reason: null, category: 'transactional' });
  expect(done.notes).toEqual(['raw_escaped: c.d, e', 'merged_names: a.b and a-b became a_b']);
});

test('a flat name [M45]', () => {
  const of = [
    'a.[b-c].d',
    'a--b',
    'a-',
    '__proto__',
    'a.b]',
    'a..b',
    '.a',
    '1a',
    'if.x',
    'x.if',
    'n'.repeat(64),
  ];
  expect(of.map(flatName)).toEqual([
    ...['a_b_c_d', 'a_b', 'a_', '__proto__', null, null, null, null, null, 'x_if', 'n'.repeat(64)],
  ]);
});

test('defaults of inserts are kept, and the template is published [M48]', () => {
  const done = html(
    sendgridDynamic,
    `{{insert n "default=Customer"}} {{insert n 'Friend'}} {{insert m "a \\"b\\""}}`,
  );
  expect(done).toMatchObject({ reason: null, defaults: { n: 'Customer', m: 'a "b"' } });
  expect(done.notes).toEqual(['default_kept: n = "Customer" (ignored: "Friend"), m = "a "b""']);
});

test.each([
  [null, '{{subject}}'],
  ['', '{{subject}}'],
  ['  ', '{{subject}}'],
  ['{{! c }}', '{{subject}}'],
  ['a\r\nb\nc {{x.y}}', 'a b c {{x_y}}'],
])('the subject %j [M44]', (subject, expected) => {
  expect(convert(sendgridDynamic, { subject, text: 'x' }).subject).toBe(expected);
});

const layout = (parts: Layout['parts']): Layout => ({ name: 'base', parts });

test('a layout around both parts, literally [M49]', () => {
  const done = convert(postmarkDialect, {
    html: '<p>Hi {{name}} $& $1</p>',
    text: 'Hi',
    layout: layout({
      html: '<h1>{{company.name}}</h1>{{{ @content }}}-{{{@content}}}',
      text: '{{{@content}}}\n-- {{company.name}}',
    }),
  });
  expect(done).toMatchObject({
    html: '<h1>{{company_name}}</h1><p>Hi {{name}} $& $1</p>-<p>Hi {{name}} $& $1</p>',
    text: 'Hi\n-- {{company_name}}',
    reason: null,
    notes: ['layout_merged: base'],
  });
});

test('what a layout lacks stays, what the template lacks stays absent [M49]', () => {
  const around = layout({ html: '<b>{{{@content}}}</b>', text: null });
  expect(convert(postmarkDialect, { text: 'T', layout: around })).toMatchObject({ html: null, text: 'T' });
  expect(convert(postmarkDialect, { html: 'H', text: 'T', layout: around })).toMatchObject({
    html: '<b>H</b>',
    text: 'T',
    reason: null,
  });
});

test('a layout that is missing or has no slot leaves the template alone, as a draft [M49]', () => {
  for (const parts of ['missing', { html: 'no slot', text: null }] as const) {
    expect(convert(postmarkDialect, { html: 'H {{a.b}}', layout: layout(parts) })).toMatchObject({
      html: 'H {{a_b}}',
      reason: 'syntax',
      notes: ['missing_layout: base'],
    });
  }
});

test('no content, too large, too many variables [M43, M51]', () => {
  const refused = (change: Partial<TemplateSource>) => convertTemplate(sendgridDynamic, source(change));
  expect(refused({})).toEqual({ refused: 'no_content' });
  expect(refused({ html: '{{! only }}', text: '' })).toEqual({ refused: 'no_content' });
  expect(refused({ html: 'x'.repeat(2 * 1024 * 1024 + 1) })).toEqual({ refused: 'too_large' });
  expect(refused({ html: 'x'.repeat(9 * 1024 * 1024) })).toEqual({ refused: 'too_large' });
  expect(refused({ html: 'é'.repeat(1024 * 1024 + 1) })).toEqual({ refused: 'too_large' });
  expect(refused({ html: 'x'.repeat(2 * 1024 * 1024) })).not.toHaveProperty('refused');
  const many = (n: number) => Array.from({ length: n }, (_, i) => `{{v${i}}}`).join('');
  expect(refused({ html: many(1001) })).toEqual({ refused: 'too_many_variables' });
  expect(refused({ html: many(1000) })).not.toHaveProperty('refused');
  const around = layout({ html: '{{{@content}}}'.repeat(1000), text: null });
  expect(convertTemplate(postmarkDialect, source({ html: 'x'.repeat(10_000), layout: around }))).toEqual({
    refused: 'too_large',
  });
});

test('the first reason in their order; notes are short lines [M50]', () => {
  expect(html(sendgridLegacy, '{{else}}{{#a}}{{/a}}[unsubscribe]').reason).toBe('unsubscribe_link');
  expect(html(sendgridLegacy, '{{else}}{{#a}}{{/a}}').reason).toBe('blocks');
  expect(html(sendgridLegacy, '{{else}}').reason).toBe('syntax');
  const done = convert(mailgunDialect, {
    html: '{{a\nb}}'.repeat(5) + '{{> long}}'.repeat(300),
    has_sender: true,
  });
  expect(done.kinds).toEqual(['left_as_written', 'from_ignored']);
  for (const note of done.notes) expect([...note].length).toBeLessThanOrEqual(200);
  expect(done.notes.join()).not.toMatch(/\p{Cc}/u);
});

test('a brace of the text next to a token, and forms of other engines, make a draft [Q10, M44]', () => {
  for (const form of ['{{{x}} y', '{%x%}', '{ {{~! c}}{x}}', '{{{x}}}}{']) {
    const done = html(sendgridDynamic, form);
    expect([form, done.reason]).toEqual([form, form === '{{{x}}}}{' ? null : 'syntax']);
  }
  expect(html(mailgunDialect, '{%recipient%}').reason).toBe('syntax');
  // Text here, a second `{{x}}` without its comment.
  expect(html(postmarkDialect, '{{x}} {{{{! c }}x}}').reason).toBe('syntax');
});
