import fc from 'fast-check';
import Handlebars from 'handlebars';
import {
  mailgunDialect,
  postmarkDialect,
  sendgridDynamic,
  sendgridLegacy,
} from '../../shared/domain/imports/providers/dialects.ts';
import { convertTemplate } from '../../shared/domain/imports/templates/convert.ts';
import type { Dialect } from '../../shared/domain/imports/templates/dialect.ts';
import { renderPart } from '../../shared/domain/templates/render.ts';
import { scan } from '../../shared/domain/templates/scan.ts';
import { cpuOf } from '../support/cpu.ts';
import { renderMustache } from '../support/mustache.ts';
import { cases } from '../support/whole.ts';

const runs = cases(1_000);

const dialects: [string, Dialect][] = [
  ['SendGrid, dynamic', sendgridDynamic],
  ['SendGrid, legacy', sendgridLegacy],
  ['Postmark', postmarkDialect],
  ['Mailgun', mailgunDialect],
];

const convert = (dialect: Dialect, subject: string, html: string, text: string | null = null) =>
  convertTemplate(dialect, { subject, html, text, layout: null, has_sender: false });

/** Pieces of templates, sound and broken, in any order. */
const fragments = [
  ...['{{x}}', '{{ a.b }}', '{{{a}}}', '{{& q}}', '{{a-b}}', '{{~x~}}', '{{~{x}~}}', '{{items.[0].sku}}'],
  ...['{{! c }}', '{{!-- {{x}} --}}', '{{!--', '--}}', '--~}}', '{{~! c ~}}', '{{insert n "default=D"}}'],
  ...['{{insert n "', '{{#if x}}', '{{else}}', '{{/if}}', '{{#each items}}', '{{/each}}', '{{^x}}', '{{/x}}'],
  ...['{{> p}}', '{{.}}', '{{this}}', '{{{{raw}}}}', '{{{{/raw}}}}', '\\', '{', '}', '{{', '}}', '{{{'],
  ...['}}}', '{%', '%}', '%', '-', '<', '>', '"', "'", '=', '<%asm_group_unsubscribe_url%>'],
  ...['<% click here %>', '[unsubscribe]', '{{{unsubscribe}}}', '{{Weblink}}', '{{{ pm:unsubscribe }}}'],
  ...['%unsubscribe_url%', '%recipient%', '%recipient.a.b%', '<%body%>', '[%x | d%]', '-x-', '%y%'],
  ...['<a href="', '">', '<p>', '</p>', ' ', '\n', '\r\n', 'é', '😀', '$&', '$1', 'text', '\0', '\uD800'],
  ...['unsubscribe_url'],
];
const anything = fc
  .oneof({ weight: 3, arbitrary: fc.constant(2) }, fc.constant(14))
  .chain((maxLength) =>
    fc.array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fragments) }, fc.string({ maxLength: 5 })), {
      maxLength,
    }),
  )
  .map((parts) => parts.join(''));

test.each(dialects)(
  '%s, whatever a template holds: converted, and a published one again is the same [M44]',
  (_name, dialect) => {
    let published = 0;
    const check = (subject: string, html: string, text: string) => {
      const done = convert(dialect, subject, html, text);
      if ('refused' in done) return expect(done.refused).toBe('no_content');
      const { content, reason, notes } = done;
      expect(notes.length).toBeLessThanOrEqual(20);
      for (const part of [content.subject, content.html, content.text])
        if (reason === null && part !== null) expect(scan(part).fault).toBeNull();
      const again = convertTemplate(dialect, { ...content, layout: null, has_sender: false });
      if (reason !== null) return;
      published++;
      expect(again).toMatchObject({ content: { ...content, defaults: {} }, reason: null });
    };
    fc.assert(fc.property(anything, anything, anything, check), { numRuns: runs });
    expect(published > runs / 10).toBe(!dialect.legacy);
  },
);

/** What is kept when nothing in it is a token: no braces, percent signs, brackets, dashes and backslashes. */
const plain = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[' ', '\n', '\r\n', '<b>', '</b>', '&amp;', '$&', '$1', '😀', 'é', '20 off', ';', '"', "'"],
      ),
      fc.string({ maxLength: 6, unit: fc.constantFrom(...'ab <>&$;:,.\t\n') }),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));

const model = {
  x: 'ex',
  first_name: 'Ada',
  'a-b': 'dash',
  n: 'En',
  a: { b: { c: 'deep' } },
  items: [{ sku: 'S<1>&"' }, 'two'],
};
const flat: Record<string, string> = {
  x: 'ex',
  first_name: 'Ada',
  a_b: 'dash',
  n: 'En',
  a_b_c: 'deep',
  items_0_sku: 'S<1>&"',
  items_1: 'two',
};

const both: [string, string][] = [
  ['{{x}}', '{{x}}'],
  ['{{ first_name }}', '{{first_name}}'],
  ['{{\n x }}', '{{x}}'],
  ['{{a.b.c}}', '{{a_b_c}}'],
  ['{{{x}}}', '{{x}}'],
  ['{{& a.b.c }}', '{{a_b_c}}'],
  ['.{{! a comment }}.', '..'],
];
const handlebars: [string, string][] = [
  ...both,
  ...([
    ['{{a-b}}', '{{a_b}}'],
    ['{{items.[0].sku}}', '{{items_0_sku}}'],
    ['{{items.[1]}}', '{{items_1}}'],
    ['{{@root.x}}', '{{x}}'],
    ['{{this.x}}', '{{x}}'],
    ['{{./x}}', '{{x}}'],
    ['.{{!-- {{x}} }} --}}.', '..'],
    ['.{{~x~}}.', '.{{x}}.'],
  ] as [string, string][]),
];
const inserts: [string, string][] = [
  ['{{insert n "default=D"}}', '{{n}}'],
  ['{{insert gone "default=D&E"}}', '{{gone}}'],
];

const engine = Handlebars.create();
engine.registerHelper('insert', (value: unknown, given: string) => value ?? given.replace(/^default=/, ''));
const byHandlebars = (template: string) => engine.compile(template)(model);

test.each<[string, Dialect, [string, string][], (template: string) => string]>([
  ['SendGrid', sendgridDynamic, [...handlebars, ...inserts], byHandlebars],
  ['Mailgun', mailgunDialect, handlebars, byHandlebars],
  ['Postmark', postmarkDialect, both, (template) => renderMustache(template, model)],
])(
  'flat templates of %s: no byte outside of tokens changes, and both engines render the same [M44]',
  (_name, dialect, tokens, render) => {
    const piece = fc.oneof(
      fc.constantFrom(...tokens),
      plain.map((text): [string, string] => [text, text]),
    );
    const check = (pieces: [string, string][]) => {
      const written = `>${pieces.map(([one]) => one).join('')}<`;
      const done = convert(dialect, 's', written);
      if ('refused' in done) throw new Error(done.refused);
      const { html, defaults } = done.content;
      expect([html, done.reason]).toEqual([`>${pieces.map(([, one]) => one).join('')}<`, null]);
      const fill = (name: string) => flat[name] ?? defaults[name];
      const ours = renderPart('html', scan(html as string).pieces, fill, 1_000_000);
      expect(ours).toBe(render(written));
    };
    fc.assert(fc.property(fc.array(piece, { maxLength: 12 }), check), { numRuns: runs });
  },
);

const lines = [
  ...[' ', '\t', '\n', '\r\n', '\u00a0', 'a', '{{! c }}', '{{!-- c --}}', '{{~! c }}', '{{! c ~}}', '{{x}}'],
];

test('white space around comments goes as in the engine, with the whole line of one that is alone on it', () => {
  const check = (parts: string[]) => {
    const written = parts.join('');
    const done = convert(sendgridDynamic, 's', written);
    const html = 'refused' in done ? '' : (done.content.html ?? '');
    const ours = renderPart('html', scan(html).pieces, (name) => flat[name], 1_000_000);
    expect([written, ours]).toEqual([written, byHandlebars(written)]);
  };
  fc.assert(fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 12 }), check), {
    numRuns: 5 * runs,
  });
});

test.each(dialects)('%s, a form 100,000 times takes no more than its length says [M44]', (_name, dialect) => {
  const forms = [
    ...['{{', '{{#a}}', '{{!--', '{{!--}}', '{{/a}}', '{{insert n "', '{{{{a}}}}', '[%x', '%a', '-a', '<%'],
    ...['{{~', '<a ', '{{#a}}{{#b}}{{/c}}', '{{!c}}', '\n{{!c}}'],
    ...[`${' '.repeat(5_000)}\n${' '.repeat(5_000)}{{!c}}`, `${' '.repeat(10_000)}x{{!c}}`],
  ];
  for (const form of forms)
    expect(cpuOf(() => convert(dialect, 's', form.repeat(200_000 / form.length)))).toBeLessThan(1_000);
});
