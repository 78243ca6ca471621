import type { EmailSendParams, EmailUpdateParams, SmtpCredentialCreateParams } from '@mailwright/sdk';

test('a misspelled field does not compile [A73]', () => {
  const email = { from: 'a@acme.test', to: 'b@acme.test', subject: 's', text: 't' };
  const bodies: [EmailSendParams, SmtpCredentialCreateParams, EmailUpdateParams] = [
    // @ts-expect-error: scheduled_at
    { ...email, schedule_at: '2030-01-01T00:00:00Z' },
    // @ts-expect-error: allowed_ips
    { name: 'a', allowed_ip: ['10.0.0.1'] },
    // @ts-expect-error: cancel
    { cancle: true },
  ];
  expect(bodies).toHaveLength(3);
});
