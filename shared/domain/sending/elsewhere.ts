const meant = {
  html: ['body', 'bodyhtml', 'content', 'htmlcontent', 'htmlpart', 'message', 'react'],
  text: ['bodytext', 'plain', 'plaintext', 'textcontent', 'textpart'],
  from: ['fromaddress', 'fromemail', 'frommail', 'sender', 'source'],
  to: ['destination', 'recipient', 'recipients', 'toaddress', 'toaddresses', 'toemail'],
  bcc: ['bccaddresses', 'bccemail'],
  cc: ['ccaddresses', 'ccemail'],
  reply_to: ['h:replyto', 'replytoaddresses', 'replytoemail', 'replytolist'],
  subject: ['subjectline', 'title'],
  scheduled_at: ['date', 'deliverat', 'deliverytime', 'o:deliverytime', 'sendat', 'sendtime'],
  attachments: ['files', 'inline', 'inlineattachments', 'inlinedattachments'],
  tags: ['categories', 'customargs', 'label', 'labels', 'metadata', 'o:tag', 'uniqueargs', 'v:'],
  headers: ['customheaders', 'h:'],
  category: ['messagestream', 'stream', 'topicid'],
  unsubscribe: ['asm', 'list', 'listunsubscribe', 'unsubscribelink'],
  tenant: ['subaccount', 'tenantid', 'tenantname'],
  'template.id': ['dynamictemplate', 'templatealias', 'templateid', 'templatename'],
  'template.variables': [
    ...[
      'dynamictemplatedata',
      'globalmergevars',
      'mergevars',
      'params',
      'recipientvariables',
      'substitutions',
    ],
    ...['substitutiondata', 't:variables', 'templatedata', 'templatemodel', 'templateparams', 'variables'],
  ],
};

const meantInAttachment = {
  name: ['file', 'title'],
  data: ['base64', 'base64content', 'body', 'buffer', 'contentbytes', 'filecontent', 'raw'],
  content_type: ['mime', 'mimetype', 'type'],
  content_id: ['cid', 'inlineid'],
};

const fetched =
  'Files are not fetched from URLs or paths. Send data in base64, or upload the file with POST /attachments.';
const inline = 'An attachment with content_id is shown inline.';
const perDomain = 'Set it with PATCH /domains/{id}.';

const advice = {
  personalizations: 'Use to, cc, and bcc, or send one email per recipient with POST /emails/batch.',
  messageversions: 'Send one email per version with POST /emails/batch.',
  messages: 'Send several emails with POST /emails/batch.',
  emails: 'Send several emails with POST /emails/batch.',
  idempotencykey: 'Send it as the Idempotency-Key header.',
  icalevent: 'Send the invitation in attachments, as text/calendar.',
  priority: 'Set it in headers, as X-Priority.',
  inreplyto: 'Set it in headers, as In-Reply-To.',
  references: 'Set it in headers, as References.',
  trackopens: perDomain,
  tracklinks: perDomain,
  trackingsettings: perDomain,
  tracking: perDomain,
  'o:tracking': perDomain,
  'o:trackingopens': perDomain,
  'o:trackingclicks': perDomain,
  'attachments.path': fetched,
  'attachments.href': fetched,
  'attachments.url': fetched,
  'attachments.fileurl': fetched,
  'attachments.inline': inline,
  'attachments.disposition': inline,
  'attachments.contentdisposition': inline,
  'attachments.encoding': 'Attachment data is always base64.',
};

const didYouMean = (names: Record<string, readonly string[]>, at = '') =>
  Object.entries(names).flatMap(([name, others]) =>
    others.map((other) => [`${at}${other}`, `Did you mean ${name}?`] as const),
  );

/**
 * Our replacements for fields of Resend, SendGrid, Postmark, Mailgun, Brevo, Amazon SES, and nodemailer, by
 * their names without case and separators.
 */
export const sendElsewhere: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...didYouMean(meant), ...didYouMean(meantInAttachment, 'attachments.')]),
  ...advice,
};
