import { type Context, switchedOff } from '../../infra/deploy/remembered.ts';

const domain = { serviceDomain: 'a.example' };
const api = 'the API at api.a.example';
const sandbox = 'the sandbox identity sandbox.a.example';
const relay = { ...domain, smtp: 'true' };
const oidc = { oidcIssuer: 'https://id.example' };

test.each([
  [{}, { smtp: 'true' }, []],
  [{ smtp: 'true' }, {}, ['the SMTP relay (smtp=true)', 'inbound mail (inbound=smtp)']],
  [{ smtp: 'true' }, { smtp: 'role' }, ['the SMTP relay (smtp=true)']],
  [{ smtp: 'true' }, { smtp: 'true', inbound: 'ses' }, ['inbound mail (inbound=smtp)']],
  [{ alarmEmail: 'a' }, { alarmEmail: 'b' }, ['alarms to a']],
  [{}, { alarms: 'false' }, ['all alarms']],
  [{}, { deletionProtection: 'false' }, ['deletion protection']],
  [{}, { table: 'mailwright-prod-again' }, []],
  [
    { deletionProtection: 'false' },
    { deletionProtection: 'false', table: 'mailwright-test-again' },
    [expect.stringContaining('the previous table')],
  ],
  [domain, {}, ["the DNS records that customers' domains use (rp.a.example, spf.a.example)", api, sandbox]],
  [
    domain,
    { serviceDomain: 'b.example' },
    ["the DNS records that customers' domains use (rp.a.example, spf.a.example)", api, sandbox],
  ],
  [domain, { ...domain, apiDomain: 'false' }, [api]],
  [{ ...domain, apiDomain: 'false' }, { ...domain, apiDomain: 'false' }, []],
  [{}, domain, []],
  [domain, { ...domain, sandboxIdentity: 'false' }, [sandbox]],
  [domain, { ...domain, sandboxDomain: 'try.a.example' }, [sandbox]],
  [domain, { ...domain, sandboxDomain: 'sandbox.a.example' }, []],
  [{ ...domain, sandboxIdentity: 'false' }, { ...domain, sandboxDomain: 'try.a.example' }, []],
  [relay, { ...relay, smtpHost: 'mx.a.example' }, ['the SMTP host smtp.a.example']],
  [relay, { ...relay, smtpHost: 'smtp.a.example' }, []],
  [{ ...relay, smtpHost: 'mx.a.example' }, relay, ['the SMTP host mx.a.example']],
  [{ trackingHost: 'links.a.example' }, {}, ['tracked links at links.a.example in mail already sent']],
  [{}, { trackingHost: 'links.a.example' }, []],
  [{ sms: 'sns' }, { sms: 'none' }, ['text messages (sms=sns)']],
  [oidc, {}, ['sign-in with https://id.example']],
  [oidc, { ...oidc, signIn: 'link' }, ['sign-in with https://id.example']],
  [oidc, { ...oidc, oidcIssuer: 'https://other.example' }, ['sign-in with https://id.example']],
  [oidc, { ...oidc, signIn: 'oidc' }, []],
  [{ apiRate: '1' }, { apiRate: '2' }, []],
])('%j, then %j: is asked about before it [P46]', (last, next, expected) => {
  expect(switchedOff(last as Context, next as Context)).toEqual(expected);
});
