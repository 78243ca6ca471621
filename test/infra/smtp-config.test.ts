import { configOf } from './templates.ts';

const zone = { serviceDomain: 'mail.example.com', hostedZoneId: 'Z0123456789ABC' };
const read = (context: Record<string, unknown>) => configOf({ ...zone, ...context });

test('a deployment has no relay unless its context says so', () => {
  for (const smtp of [undefined, '', false, 'false']) expect(read({ smtp }).smtp).toBeUndefined();
});

test('host and tasks have defaults [R63, R70]', () => {
  expect(read({ smtp: true }).smtp).toEqual({
    runs: 'stack',
    host: 'smtp.mail.example.com',
    tasks: { min: 1, max: 10 },
  });
  expect(read({ smtp: 'role', smtpHost: 'post.example.net', smtpTasks: '2-6' }).smtp).toEqual({
    runs: 'role',
    host: 'post.example.net',
    tasks: { min: 2, max: 6 },
  });
});

test.each([
  [{ smtp: 'maybe' }, 'context smtp: true, false or role'],
  [{ smtp: 'true', smtpHost: 'smtp.Example.net.' }, 'context smtpHost'],
  [
    { smtp: 'true', smtpHost: 'api.mail.example.com' },
    "context smtpHost: api.mail.example.com is the API's host",
  ],
  [{ smtp: 'true', smtpCertificate: 'tls' }, 'context smtpCertificate'],
  [{ smtp: 'true', smtpCertificate: 'arn:aws:s3:::certificates' }, 'context smtpCertificate'],
  [
    { smtp: 'true', smtpCertificate: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:smtp*' },
    'context smtpCertificate',
  ],
  [{ smtp: 'true', smtpTasks: '0-4' }, 'context smtpTasks: min-max'],
  [{ smtp: 'true', smtpTasks: '4-2' }, 'context smtpTasks: min-max'],
  [{ smtp: 'true', smtpTasks: '1-11' }, 'context smtpTasks: min-max'],
  [{ smtp: 'true', smtpTasks: '3' }, 'context smtpTasks: min-max'],
])('%j is refused by its name', (context, message) => {
  expect(() => read(context)).toThrow(message);
});

test('without a name that clients connect to there is no relay [R63]', () => {
  expect(() => configOf({ smtp: 'true' })).toThrow('context smtp needs serviceDomain, or smtpHost');
});

test('the door of mail is asked for by its name, and refused where it has no task or no domain [R58]', () => {
  const doorOf = (context: Record<string, unknown>) => read(context).inbound;
  const smtp = true;
  expect([doorOf({ smtp }), doorOf({})]).toEqual(['smtp', 'off']);
  expect([
    doorOf({ smtp, inbound: 'ses' }),
    doorOf({ inbound: 'ses' }),
    doorOf({ smtp, inbound: 'off' }),
  ]).toEqual(['ses', 'ses', 'off']);
  expect(() => doorOf({ inbound: 'smtp' })).toThrow('inbound=smtp needs -c smtp=true');
  expect(() => configOf({ inbound: 'ses' })).toThrow('inbound=ses needs serviceDomain');
  expect(() => doorOf({ inbound: 'pop3' })).toThrow('context inbound: smtp, ses or off');
});
