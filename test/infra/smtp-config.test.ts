import { readInbound, readSmtp } from '../../infra/smtp-config.ts';

type Node = Parameters<typeof readSmtp>[0];

const read = (context: Record<string, unknown>, serviceDomain: string | undefined = 'mail.example.com') =>
  readSmtp({ tryGetContext: (name: string) => context[name] } as Node, serviceDomain);

test('a deployment has no relay unless its context says so', () => {
  for (const smtp of [undefined, '', false, 'false']) expect(read({ smtp })).toBeUndefined();
});

test('R63, R70: host and tasks have defaults', () => {
  expect(read({ smtp: true })).toEqual({
    runs: 'stack',
    host: 'smtp.mail.example.com',
    certificate: undefined,
    tasks: { min: 1, max: 10 },
  });
  expect(read({ smtp: 'role', smtpHost: 'post.example.net' })).toMatchObject({
    runs: 'role',
    host: 'post.example.net',
  });
});

test.each([
  [{ smtp: 'maybe' }, 'context smtp: true, false or role'],
  [{ smtp: 'true', smtpHost: 'smtp.Example.net.' }, 'context smtpHost'],
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

test('R63: without a name that clients connect to there is no relay', () => {
  expect(() =>
    readSmtp({ tryGetContext: (name) => (name === 'smtp' ? 'true' : '') } as Node, undefined),
  ).toThrow('context smtp needs serviceDomain, or smtpHost');
});

test('R58: the door of mail is asked for by its name, and refused where it has no task or no domain', () => {
  const smtp = read({ smtp: true });
  const door = (inbound: unknown, rest: Partial<Parameters<typeof readInbound>[1]> = {}) =>
    readInbound({ tryGetContext: (name: string) => (name === 'inbound' ? inbound : undefined) } as Node, {
      ...{ smtp, serviceDomain: 'mail.example.com' },
      ...rest,
    });
  expect([door(undefined), door(undefined, { smtp: undefined })]).toEqual(['smtp', 'off']);
  expect([door('ses'), door('ses', { smtp: undefined }), door('off')]).toEqual(['ses', 'ses', 'off']);
  expect(() => door('smtp', { smtp: undefined })).toThrow('inbound=smtp needs -c smtp=true');
  expect(() => door('ses', { serviceDomain: undefined })).toThrow('inbound=ses needs serviceDomain');
  expect(() => door('pop3')).toThrow('context inbound');
});
