import { eventTypes } from '../../shared/core/records/events.ts';
import type { ForeignHook, ImportProvider } from '../../shared/core/records/imports.ts';
import { providersByName } from '../../shared/domain/imports/providers/providers.ts';
import { distinctHooks } from '../../shared/domain/imports/webhooks/distinct-hooks.ts';
import { masked, urlKey } from '../../shared/domain/imports/webhooks/urls.ts';

/** Table T5, row by row: our events, and what each provider calls them. */
const t5: [string[], Record<ImportProvider, string[]>][] = [
  [['email.sent'], { sendgrid: ['processed'], postmark: [], mailgun: ['accepted'] }],
  [
    ['email.delivered'],
    { sendgrid: ['delivered'], postmark: ['Delivery'], mailgun: ['delivered', 'deliver'] },
  ],
  [['email.delivery_delayed'], { sendgrid: ['deferred'], postmark: [], mailgun: ['temporary_fail'] }],
  [
    ['email.bounced', 'email.failed'],
    { sendgrid: ['bounce'], postmark: ['Bounce'], mailgun: ['permanent_fail', 'bounce'] },
  ],
  [['email.suppressed'], { sendgrid: ['dropped'], postmark: [], mailgun: ['drop'] }],
  [
    ['email.complained'],
    { sendgrid: ['spam_report'], postmark: ['SpamComplaint'], mailgun: ['complained', 'spam'] },
  ],
  [['email.opened'], { sendgrid: ['open'], postmark: ['Open'], mailgun: ['opened', 'open'] }],
  [['email.clicked'], { sendgrid: ['click'], postmark: ['Click'], mailgun: ['clicked', 'click'] }],
  [
    ['contact.unsubscribed'],
    {
      sendgrid: ['unsubscribe', 'group_unsubscribe'],
      postmark: ['SubscriptionChange'],
      mailgun: ['unsubscribed', 'unsubscribe'],
    },
  ],
];

const rows = t5.flatMap(([ours, theirs]) =>
  (Object.entries(theirs) as [ImportProvider, string[]][]).flatMap(([provider, names]) =>
    names.map((name) => [provider, name, ours] as const),
  ),
);

test.each([
  ...rows,
  ['sendgrid', 'group_resubscribe', []],
  ['sendgrid', 'account_status_change', []],
  ['postmark', 'Other', []],
  ['mailgun', 'constructor', []],
] as const)('%s %s is %j [M38]', (provider, name, ours) => {
  const found = [{ url: 'https://a.example/', events: [name] }];
  const [hook] = distinctHooks(found, providersByName[provider].webhooks);
  expect(hook).toMatchObject({ events: ours, unmapped_events: ours.length > 0 ? [] : [name] });
});

test('no provider has a name that the table lacks, and each event is one of ours', () => {
  for (const [name, { webhooks }] of Object.entries(providersByName)) {
    const named = rows.filter(([provider]) => provider === name).map(([, own]) => own);
    expect(Object.keys(webhooks.events).sort()).toEqual([...named].sort());
    for (const event of Object.values(webhooks.events).flat()) expect(eventTypes).toContain(event);
  }
});

test('one for each url, with the events of all that share it, in the order of the table [M38, M39]', () => {
  const found: ForeignHook[] = [
    { url: ' https://A.example:443/Path?q=B ', events: ['Click', 'Other'] },
    { url: 'HTTPS://a.example/Path?q=B', events: ['Bounce', 'Click', 'Another'] },
    { url: 'https://a.example/path?q=B', events: ['Open'] },
  ];
  expect(distinctHooks(found, providersByName.postmark.webhooks)).toMatchObject([
    {
      url: 'https://A.example:443/Path?q=B',
      events: ['email.bounced', 'email.failed', 'email.clicked'],
      unmapped_events: ['Another', 'Other'],
    },
    { url: 'https://a.example/path?q=B', events: ['email.opened'] },
  ]);
});

test.each([
  ['https://H.example', 'https://h.example'],
  ['https://h.example/', 'https://h.example/'],
  ['HTTP://h.example:80/a', 'http://h.example/a'],
  ['https://h.example:80/a', 'https://h.example:80/a'],
  ['https://h.example?A', 'https://h.example?A'],
  ['not a url', 'not a url'],
])('%s is the same as %s [M39]', (url, key) => {
  expect(urlKey(url)).toBe(key);
});

test.each([
  ['https://user:pass@h.example/x', 'https://***@h.example/x'],
  ['https://us@er:p:a@ss@h.example/x@y', 'https://***@h.example/x@y'],
  ['  https:\\\\user:pass@h.example', '  https:\\\\***@h.example'],
  ['https:user:pass@h.example', 'https:***@h.example'],
  ['//user:pass@h.example', '//***@h.example'],
  ['user:pass@h.example', 'user:***@h.example'],
  ['https://h.example/x@y?z=@', 'https://h.example/x@y?z=@'],
  ['ht\ntps:/\t/user:pass@h.example', 'https://***@h.example'],
  ['\u0001 https://user:pass@h.example', ' https://***@h.example'],
])('of %s nobody sees more than %s [M40]', (url, shown) => {
  expect(masked(url)).toBe(shown);
});
