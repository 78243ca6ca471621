import { type Context, switchedOff } from '../../infra/deploy/remembered.ts';

const domain = { serviceDomain: 'a.example' };
const api = 'the API at api.a.example';
const sandbox = 'the sandbox identity sandbox.a.example';
const relay = { ...domain, smtp: 'true' };
const oidc = { oidcIssuer: 'https://id.example' };

test.each([
  [{}, { smtp: 'true' }, []],
  [{ smtp: 'true' }, {}, ['the SMTP relay (smtp=true)', 'the door of received mail (inbound=smtp)']],
  [{ smtp: 'true' }, { smtp: 'role' }, ['the SMTP relay (smtp=true)']],
  [{ smtp: 'true' }, { smtp: 'true', inbound: 'ses' }, ['the door of received mail (inbound=smtp)']],
  [{ alarmEmail: 'a' }, { alarmEmail: 'b' }, ['alarms to a']],
  [{}, { alarms: 'false' }, ['all alarms']],
  [{}, { deletionProtection: 'false' }, ['the protection against deletion']],
  [{}, { table: 'mailwright-prod-again' }, []],
  [
    { deletionProtection: 'false' },
    { deletionProtection: 'false', table: 'mailwright-test-again' },
    [expect.stringContaining('the table of before')],
  ],
  [domain, {}, ["the records that customers' domains point at (rp.a.example, spf.a.example)", api, sandbox]],
  [
    domain,
    { serviceDomain: 'b.example' },
    ["the records that customers' domains point at (rp.a.example, spf.a.example)", api, sandbox],
  ],
  [domain, { ...domain, apiDomain: 'false' }, [api]],
  [{ ...domain, apiDomain: 'false' }, { ...domain, apiDomain: 'false' }, []],
  [{}, domain, []],
  [domain, { ...domain, sandboxIdentity: 'false' }, [sandbox]],
  [domain, { ...domain, sandboxDomain: 'try.a.example' }, [sandbox]],
  [domain, { ...domain, sandboxDomain: 'sandbox.a.example' }, []],
  [{ ...domain, sandboxIdentity: 'false' }, { ...domain, sandboxDomain: 'try.a.example' }, []],
  [relay, { ...relay, smtpHost: 'mx.a.example' }, ['the name smtp.a.example that SMTP clients connect to']],
  [relay, { ...relay, smtpHost: 'smtp.a.example' }, []],
  [{ ...relay, smtpHost: 'mx.a.example' }, relay, ['the name mx.a.example that SMTP clients connect to']],
  [
    { trackingHost: 'links.a.example' },
    {},
    ['the tracked links at links.a.example in mail that has gone out'],
  ],
  [{}, { trackingHost: 'links.a.example' }, []],
  [{ sms: 'sns' }, { sms: 'none' }, ['text messages (sms=sns)']],
  [oidc, {}, ['signing in with https://id.example']],
  [oidc, { ...oidc, signIn: 'link' }, ['signing in with https://id.example']],
  [oidc, { ...oidc, oidcIssuer: 'https://other.example' }, ['signing in with https://id.example']],
  [oidc, { ...oidc, signIn: 'oidc' }, []],
  [{ apiRate: '1' }, { apiRate: '2' }, []],
])('P46: %j, then %j: is asked about before it', (last, next, expected) => {
  expect(switchedOff(last as Context, next as Context)).toEqual(expected);
});
