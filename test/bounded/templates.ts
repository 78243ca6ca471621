import { packEntries } from '../../shared/domain/content/batch-entries.ts';
import { countMarkers, fillUnsubscribe, markUnsubscribe } from '../../shared/domain/content/placeholders.ts';
import {
  mailgunDialect,
  postmarkDialect,
  sendgridDynamic,
} from '../../shared/domain/imports/providers/dialects.ts';
import { convertTemplate } from '../../shared/domain/imports/templates/convert.ts';
import type { Dialect } from '../../shared/domain/imports/templates/dialect.ts';
import { render as renderSubmission } from '../../shared/domain/sending/draft.ts';
import { fromRequest } from '../../shared/domain/sending/from-request.ts';
import type { UsedTemplate } from '../../shared/domain/sending/use-template.ts';
import { renderPart, scanTemplate } from '../../shared/domain/templates/render.ts';
import { scan } from '../../shared/domain/templates/scan.ts';
import { checkVariables, fillFrom } from '../../shared/domain/templates/variables.ts';
import { composeMessage } from '../../shared/mail/compose.ts';
import { kb, mb, numbered, type Parser, parser, product, repeat, repeats, type Shape } from './parser.ts';

const limit = 2 * mb;

const sources: Record<string, Shape<string>> = {
  ...repeats([
    '{',
    '{{',
    '}}',
    '{{{',
    '{{}}',
    '{{a}}',
    '{{{a}}}',
    '{%',
    '{% %}',
    '{{ ',
    '{{{{}}',
    'слово {{a}} ',
  ]),
  ...repeats(['{{unsubscribe_url}}', '{{ unsubscribe_url ', '{{\t']),
  ...repeats([' ', 'a', '{'], '{{', '}}'),
  'blanks around a name': product(repeat(' ', '{{', 'a'), repeat(' ', '', '}}')),
  'names that differ': numbered((i) => `{{a${i}}}`),
  'a block at the end': repeat('{%', '', '%}'),
};

const imported: Record<string, Shape<string>> = {
  ...sources,
  ...repeats([
    '{{#a}}',
    '{{#a}}{{/a}}',
    '{{!--',
    '{{{{a}}}}',
    '{{insert a ',
    '\\{{',
    '{{a.',
    '%a%',
    '<% ',
    '<a ',
  ]),
  ...repeats([' '], '{{#', '}}'),
  ...repeats([' '], '{{insert a "', '}}'),
  ...repeats([' ', 'a.'], '{{#if ', '}}x{{/if}}'),
};
const convert = (dialect: Dialect) => (html: string) =>
  convertTemplate(dialect, { subject: html, html, text: null, layout: null, has_sender: false });

const render = (html: string, variables: Record<string, unknown>) => {
  const scanned = scanTemplate({ subject: 's', html, text: null, defaults: {} });
  return renderPart('html', scanned.html?.pieces ?? [], fillFrom(variables, {}), limit);
};

const variablesLimit = 64 * kb;
const variables: Record<string, Shape<Record<string, unknown>>> = {
  'one long value': (size) => ({ a: 'x'.repeat(size) }),
  'one value of signs': (size) => ({ a: '<'.repeat(size) }),
  'many names': (size) => Object.fromEntries(Array.from({ length: size / 8 }, (_, i) => [`a${i}`, 1])),
  nested: (size) => ({ a: Array.from({ length: size / 4 }, () => [1]) }),
};

const placeholders = '{{a}}{{a1}}'.repeat(20_000);

const request = { from: 'a@x.example', to: ['b@x.example'] };
const published = { revision: 'r', category: 'transactional', unsubscribe_enabled: true };

/** A batch of a hundred items from one template, rendered and packed before anything is written. */
function renderBatch(source: string) {
  const body = { subject: 's', html: source, text: source, defaults: {} };
  const used = { pointer: { published, alias: 't' }, body } as unknown as UsedTemplate;
  const entries = Array.from({ length: 100 }, (_, index) => {
    const item = { ...request, template: { id: 't', variables: { a: `${index}` } } };
    const { content } = renderSubmission(
      { ...fromRequest(item, { source: 'api', idempotency: null }), tenant: null },
      used,
    );
    return { index, content } as unknown as Parameters<typeof packEntries>[0][number];
  });
  return packEntries(entries);
}

const url = `https://x.example/api/unsubscribe/${'u'.repeat(380)}`;

/** A message with the maximum of managed links, each of which becomes far longer at delivery. */
function deliverLinks(source: string) {
  const html = fillUnsubscribe(markUnsubscribe(source), url);
  return composeMessage({ id: 'msg_1', ...request, subject: 's', html, message_date: 0 });
}

export const templateParsers: Parser[] = [
  parser('template scan', limit, scan, sources),
  parser('template render', limit, (html: string) => render(html, { a: '' }), sources),
  // At the limit, the tokens of such a text take almost 256 MB.
  parser('template of SendGrid', limit / 2, convert(sendgridDynamic), imported),
  parser('template of Mailgun', limit / 2, convert(mailgunDialect), imported),
  parser('template of Postmark', limit / 2, convert(postmarkDialect), imported),
  parser(
    'template variables',
    variablesLimit,
    (given: Record<string, unknown>) => checkVariables(given, 'variables'),
    variables,
  ),
  parser(
    'placeholders x variables',
    variablesLimit,
    (given: Record<string, unknown>) => render(placeholders, given),
    variables,
  ),
  parser('unsubscribe marks', limit, (text: string) => countMarkers(markUnsubscribe(text)), sources),
  // Above these sizes, the request is 413: 40 MB for the rendered batch or the composed message.
  parser('batch of a template', 204 * kb, renderBatch, repeats(['word {{a}} ', '{{a}}'])),
  parser('managed links', 700 * kb, deliverLinks, repeats(['<a href="{{unsubscribe_url}}">x</a>'])),
];
