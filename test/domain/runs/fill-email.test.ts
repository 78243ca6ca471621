import type { SendEmailStep } from '../../../shared/core/records/automations.ts';
import { fillEmail } from '../../../shared/domain/runs/fill-email.ts';

const data = { name: 'Ada "A" <x@eve.example>', part: '<EU>' };
const about = { user_id: null, source: 'api', created_at: '2026-01-01T00:00:00.000Z' } as const;
const scope = {
  event: { id: 'ae_1', name: 'a', email: 'ada@example.com', data, ...about },
  waits: new Map(),
};

const filled = (to: string) => {
  const step = {
    type: 'send_email',
    name: null,
    from: 'a@shop.example',
    subject: 's',
    text: 't',
    to,
    reply_to: to,
  };
  const { recipients, reply_to } = fillEmail(step as unknown as SendEmailStep, scope as never);
  expect(reply_to).toEqual(recipients.to);
  return recipients.to;
};

test.each([
  ['"Sales <EU>" <sales@example.com>', '"Sales <EU>" <sales@example.com>'],
  ['"Sales \\"<EU>" <sales@example.com>', '"Sales \\"<EU>" <sales@example.com>'],
  ['Sales <"a<b>"@example.com>', 'Sales <"a<b>"@example.com>'],
  ['"a <b>"@example.com', '"a <b>"@example.com'],
  ['"Sales {{event.data.part}} <EU>" <{{event.email}}> ', '"Sales <EU> <EU>" <ada@example.com>'],
  ['{{event.data.name}} <{{event.email}}>', '"Ada \\"A\\" <x@eve.example>" <ada@example.com>'],
  ['"a <{{event.email}}>', '"\\"a" <ada@example.com>'],
  ['5" {{event.data.part}} <{{event.email}}>', '"5\\" <EU>" <ada@example.com>'],
])('%s [U58]', (written, mailbox) => {
  expect(filled(written)).toEqual([mailbox]);
});

test.each([
  'a <b@example.com> <{{event.email}}>',
  '"a <b>" {{event.email}}',
  '{{event.data.name}}',
  '<{{event.data.name}}>',
])('%s is not one mailbox [U58]', (written) => {
  expect(() => filled(written)).toThrow('is not one email address');
});

test.each(['\u00a0', '\u3000\u2003', ' \r\n '])(
  'a subject of blanks alone (%j) fails the step [H6, U24]',
  (blank) => {
    const step = { type: 'send_email', name: null, from: 'a@shop.example', to: '{{event.email}}', text: 't' };
    const subject = '{{event.data.title}}';
    const titled = { ...scope, event: { ...scope.event, data: { title: blank } } };
    expect(() => fillEmail({ ...step, subject } as unknown as SendEmailStep, titled as never)).toThrow(
      'subject: 1-998 characters',
    );
  },
);
