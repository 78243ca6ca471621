import { isAppError } from '../../shared/core/errors.ts';
import type { Rule, SendEmailStep, WebhookStep } from '../../shared/core/records/automations.ts';
import { evaluate } from '../../shared/domain/automations/operators.ts';
import type { Scope } from '../../shared/domain/automations/references.ts';
import { checkComposedSize } from '../../shared/domain/content/composed-size.ts';
import type { Base } from '../../shared/domain/context.ts';
import { fillEmail } from '../../shared/domain/runs/fill-email.ts';
import { fillRequest } from '../../shared/domain/runs/fill-request.ts';
import { readMessage } from '../../shared/domain/sending/read-message.ts';
import { renderPlain } from '../../shared/domain/sending/submission.ts';
import { kb, mb, type Parser, parser, repeat, repeats, type Shape } from './parser.ts';

const definitionLimit = 256 * kb;

const email = 'ada@example.com';
const scopeOf = (data: Record<string, unknown>): Scope => ({
  event: {
    id: 'ae_1',
    name: 'signup',
    user_id: null,
    email,
    source: 'api',
    data,
    created_at: '2026-01-01T00:00:00.000Z',
  },
  waits: new Map(),
});

/** Events as large as they may be. */
const events = {
  'a long value': scopeOf({ a: 'x'.repeat(60 * kb) }),
  signs: scopeOf({ a: '<'.repeat(60 * kb) }),
  'many small values': scopeOf({ a: Array.from({ length: 12_000 }, () => 'x') }),
  'no value': scopeOf({}),
};

const a = '{{event.data.a}}';

/** The steps of an automation are one definition: a list of texts shares its size. */
const shared = (count: number, size: number) =>
  Array.from({ length: count }, () => a.repeat(Math.floor(size / count / a.length)));

type Filled = { step: Record<string, unknown>; scope: Scope };

/** Each place of a step full of references, to each event. */
const places: Record<string, (size: number) => Record<string, unknown>> = {
  html: (size) => ({ html: a.repeat(size / a.length) }),
  text: (size) => ({ text: a.repeat(size / a.length) }),
  'html of literal text': (size) => ({ html: `${'='.repeat(size / 2)}${a}` }),
  subject: () => ({ subject: a.repeat(62) }),
  'names and addresses': () => ({ to: Array(10).fill(`${a.repeat(120)} <{{event.email}}>`), reply_to: a }),
  'quotes that nothing closes': () => ({ to: Array(10).fill(`${'"\\'.repeat(980)}<{{event.email}}>`) }),
  tags: () => ({ tags: Array.from({ length: 10 }, (_, i) => ({ name: `t${i}`, value: a.repeat(120) })) }),
  variables: (size) => ({
    template: {
      id: 't',
      variables: Object.fromEntries(shared(100, size / 4).map((text, i) => [`v${i}`, text])),
    },
  }),
};

const filledShapes = <Step>(from: Record<string, (size: number) => Step>) =>
  Object.fromEntries(
    Object.entries(from).flatMap(([place, make]) =>
      Object.entries(events).map(([event, scope]): [string, Shape<{ step: Step; scope: Scope }>] => [
        `${place}: ${event}`,
        (size) => ({ step: make(size), scope }),
      ]),
    ),
  );

/** What a worker does with a step until its email is queued, or the step failed. */
function fill(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

const fillMail = ({ step, scope }: Filled) =>
  fill(() => {
    const written = { type: 'send_email', name: null, from: 'shop@x.example', to: email, subject: 's' };
    const submission = fillEmail({ ...written, ...step } as SendEmailStep, scope);
    const { content } = renderPlain({ ...submission, tenant: null });
    checkComposedSize(content);
    return content;
  });

const requests: Record<string, (size: number) => Record<string, unknown>> = {
  'one long text': (size) => ({ body: [a.repeat(size / a.length)] }),
  'many texts': (size) => ({ body: Array(Math.floor(size / a.length)).fill(a) }),
  headers: () => ({
    headers: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`X-${i}`, a.repeat(120)])),
  }),
};

const settings = {
  webhook_targets: 'public',
  base_url: 'https://api.post.example/api',
  dashboard_url: 'https://api.post.example',
  service_domain: 'post.example',
};

const fillPost = ({ step, scope }: Filled) =>
  fill(() => {
    const written = { type: 'webhook', name: null, url: 'https://x.example/', method: 'POST' };
    return fillRequest({ settings } as Base, { ...written, ...step } as WebhookStep, scope, {});
  });

/** As many rules as a definition holds, each comparing with a hundred values. */
const rules: Record<string, (size: number) => Rule[]> = {
  'in lists of texts': (size) =>
    Array.from({ length: Math.ceil(size / 25 / kb) }, () => ({
      field: 'event.data.a',
      operator: 'in',
      value: shared(100, 25 * kb),
    })),
  contains: (size) =>
    Array.from({ length: Math.ceil(size / 300) }, () => ({
      field: 'event.data.a',
      operator: 'contains',
      value: a.repeat(15),
    })),
};

const relayed = (body: string) =>
  Buffer.from(
    `From: a@x.example\r\nTo: b@x.example\r\nSubject: s\r\nX-Service-Unsubscribe: true\r\n\r\n${body}`,
    'latin1',
  );

/** A relayed message as it is read and sized; each of its links becomes far longer at delivery. */
function sizeRelayed(message: string) {
  const { body, header } = readMessage(relayed(message));
  const { received, kept } = header;
  const fields = { by: 'x', to: [], cc: [], received, kept };
  return fill(() => checkComposedSize({ kind: 'mime', header: fields, ...body, unsubscribe: true }));
}

export const valueParsers: Parser[] = [
  parser('filled email', definitionLimit, fillMail, filledShapes(places)),
  parser('filled request', definitionLimit, fillPost, filledShapes(requests)),
  parser(
    'filled conditions',
    definitionLimit,
    ({ step, scope }: { step: Rule[]; scope: Scope }) => evaluate({ all: step }, scope),
    filledShapes(rules),
  ),
  parser('relayed links', 4 * mb, sizeRelayed, {
    ...repeats(['{{unsubscribe_url}}\r\n', '{{', '{{ \t', '{{unsubscribe_url']),
    'words and links': repeat('word {{unsubscribe_url}} \xe4\r\n'),
  }),
];
