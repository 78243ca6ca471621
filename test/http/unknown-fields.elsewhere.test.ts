import { unknownInSend as send } from '../support/read-fields.ts';

const basic = { from: 'a@acme.test', to: 'b@acme.test', subject: 's', text: 't' };

describe('the example requests of other providers say what to write [A73]', () => {
  test('Resend', () => {
    const example = {
      from: 'Acme <onboarding@resend.dev>',
      to: ['delivered@resend.dev'],
      subject: 'hello world',
      html: '<p>it works!</p>',
      replyTo: 'onboarding@resend.dev',
      scheduledAt: '2027-08-05T11:52:01.858Z',
      topicId: 'b6d24b8e-af0b-4c3c-be0c-359bbd97381e',
      react: {},
      attachments: [
        { path: 'https://resend.com/static/sample/invoice.pdf', filename: 'invoice.pdf' },
        { content: 'SGk=', filename: 'a.png', contentType: 'image/png', contentId: 'logo', inline: true },
      ],
      tags: [{ name: 'category', value: 'confirm_email' }],
    };
    expect(send(example)).toEqual({
      topicId: 'Unknown field topicId. Did you mean category?',
      react: 'Unknown field react. Did you mean html?',
      'attachments[0].path':
        'Unknown field attachments[0].path. Files are not fetched from URLs or paths. Send data in base64, or upload the file with POST /attachments.',
      'attachments[1].inline':
        'Unknown field attachments[1].inline. An attachment with content_id is shown inline.',
    });
  });

  test('SendGrid', () => {
    const example = {
      personalizations: [
        { to: [{ email: 'john.doe@example.com', name: 'John Doe' }], subject: 'Hello, World!' },
      ],
      from: { email: 'from_address@example.com', name: 'Example' },
      reply_to: 'reply_to_address@example.com',
      reply_to_list: [{ email: 'reply@example.com' }],
      subject: 'Sending with SendGrid is Fun',
      content: [{ type: 'text/html', value: '<p>Hello</p>' }],
      attachments: [{ content: 'SGk=', type: 'text/plain', filename: 'a.txt', disposition: 'attachment' }],
      template_id: 'd-9c2c',
      dynamic_template_data: { name: 'Ada' },
      categories: ['cake'],
      custom_args: { id: '1' },
      send_at: 1_617_260_400,
      asm: { group_id: 12_345 },
      ip_pool_name: 'transactional email',
      mail_settings: { sandbox_mode: { enable: false } },
      tracking_settings: { click_tracking: { enable: true } },
    };
    const mean = (name: string) => expect.stringMatching(`Did you mean ${name}\\?$`);
    expect(send(example)).toEqual({
      personalizations: expect.stringMatching(/Use to, cc, and bcc, or send .* POST \/emails\/batch\.$/),
      reply_to_list: mean('reply_to'),
      content: 'Unknown field content. Did you mean html?',
      'attachments[0].type': mean('content_type'),
      'attachments[0].disposition': expect.stringMatching(/content_id is shown inline\.$/),
      template_id: 'Unknown field template_id. Did you mean template.id?',
      dynamic_template_data: mean('template.variables'),
      categories: mean('tags'),
      custom_args: mean('tags'),
      send_at: mean('scheduled_at'),
      asm: mean('unsubscribe'),
      ip_pool_name: 'Unknown field ip_pool_name.',
      mail_settings: expect.stringMatching(/^Unknown field mail_settings\./),
      tracking_settings: expect.stringMatching(/PATCH \/domains\/\{id\}\.$/),
    });
  });

  test('Postmark', () => {
    const example = {
      From: 'sender@example.com',
      To: 'receiver@example.com',
      Cc: 'copied@example.com',
      Bcc: 'blind-copied@example.com',
      Subject: 'Test',
      Tag: 'Invitation',
      HtmlBody: '<b>Hello</b>',
      TextBody: 'Hello',
      ReplyTo: 'reply@example.com',
      Headers: [{ Name: 'CUSTOM-HEADER', Value: 'value' }],
      TrackOpens: true,
      TrackLinks: 'None',
      Attachments: [{ Name: 'readme.txt', Content: 'dGVzdA==', ContentType: 'text/plain' }],
      Metadata: { color: 'blue' },
      MessageStream: 'outbound',
      TemplateAlias: 'welcome',
      TemplateModel: { user: 'Ada' },
    };
    const meant = Object.entries(send(example)).map(([name, message]) => [
      name,
      /Did you mean (\S+)\?$/.exec(message)?.[1] ?? message,
    ]);
    expect(Object.fromEntries(meant)).toEqual({
      From: 'from',
      To: 'to',
      Cc: 'cc',
      Bcc: 'bcc',
      Subject: 'subject',
      Tag: 'tags',
      HtmlBody: 'html',
      TextBody: 'text',
      ReplyTo: 'reply_to',
      Headers: 'headers',
      Attachments: 'attachments',
      Metadata: 'tags',
      MessageStream: 'category',
      TemplateAlias: 'template.id',
      TemplateModel: 'template.variables',
      TrackOpens: 'Unknown field TrackOpens. Set it with PATCH /domains/{id}.',
      TrackLinks: 'Unknown field TrackLinks. Set it with PATCH /domains/{id}.',
    });
  });

  test('Mailgun and nodemailer', () => {
    const example = {
      ...basic,
      template: { id: 'a' },
      'o:tag': 'a',
      'o:deliverytime': 'Fri, 14 Oct 2011',
      'v:my-var': '1',
      'h:X-Mailer': 'x',
      't:variables': '{}',
      'recipient-variables': '{}',
      attachment: [],
      inline: [],
      sender: 'a@acme.test',
      inReplyTo: '<a@b>',
      icalEvent: {},
      priority: 'high',
      replyto: 'a@acme.test',
    };
    const meant = Object.entries(send(example)).map(([name, message]) => [name, message.split('. ')[1]]);
    expect(Object.fromEntries(meant)).toEqual({
      'o:tag': 'Did you mean tags?',
      'o:deliverytime': 'Did you mean scheduled_at?',
      'v:my-var': 'Did you mean tags?',
      'h:X-Mailer': 'Did you mean headers?',
      't:variables': 'Did you mean template.variables?',
      'recipient-variables': 'Did you mean template.variables?',
      attachment: 'Did you mean attachments?',
      inline: 'Did you mean attachments?',
      sender: 'Did you mean from?',
      inReplyTo: 'Set it in headers, as In-Reply-To.',
      icalEvent: 'Send the invitation in attachments, as text/calendar.',
      priority: 'Set it in headers, as X-Priority.',
      replyto: 'Did you mean reply_to?',
    });
  });
});
