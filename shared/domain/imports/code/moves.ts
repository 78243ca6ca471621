import type { ImportProvider } from '../../../core/records/imports.ts';

/** `here` is our name, in API and SDK, for a provider's `api` name (HTTP) or `sdk` name (Node.js). */
type Move = { api?: string; sdk?: string; here: string };

const client = '`new Mailwright(key, { baseUrl })`';
const tags = '`tags: [{ name, value }]`, with up to 10 tags';
const template = "`template: { id, variables }`, where `id` is the alias. Variables can't be nested";
const batch = '`emails.sendBatch({ emails: [...] })`, with up to 100 emails';
const messageId = '`id` in the response';
/** Recipients who left a group, stream, or tag become opt-outs of `product` only. */
const optOuts = 'Imported opt-outs apply to the category `product`, not to `newsletter`';

const sendgrid: Move[] = [
  { sdk: '`sgMail.setApiKey(key)`', here: client },
  { sdk: '`sgMail.send({...})`', here: '`emails.send({...})`' },
  { sdk: '`sgMail.sendMultiple`, an array in `send`', here: batch },
  {
    api: '`personalizations[].to`, `cc`, `bcc`',
    here: '`to`, `cc`, `bcc`: one request per personalization, or up to 100 emails in `POST /emails/batch`',
  },
  {
    api: '`from` with `email` and `name`',
    sdk: '`from: { email, name }`',
    here: '`from: "Name <address>"`',
  },
  { api: '`reply_to.email`', sdk: '`replyTo`', here: '`reply_to`' },
  { api: '`content[].value` for `text/html` and `text/plain`', here: '`html`, `text`' },
  {
    api: '`template_id`, `dynamic_template_data`',
    sdk: '`templateId`, `dynamicTemplateData`',
    here: template,
  },
  {
    api: '`{{#if}}`, `{{#each}}` in a template',
    here: 'Compute the result in your code and pass it as a variable',
  },
  { api: '`categories`, `custom_args`', sdk: '`categories`, `customArgs`', here: tags },
  {
    api: '`asm.group_id`',
    sdk: '`asm: { groupId }`',
    here: `\`category: "product"\` and \`unsubscribe: true\`. ${optOuts}`,
  },
  { api: '`send_at` (seconds)', sdk: '`sendAt` (seconds)', here: '`scheduled_at` (ISO 8601)' },
  {
    api: '`attachments` with `content`, `filename`, `type`, `content_id`',
    sdk: '`attachments: [{ content, filename, type, contentId }]`',
    here: '`attachments: [{ data, name, content_type, content_id }]`',
  },
  { api: '`headers`', here: '`headers`' },
  { api: '`X-Message-Id` in the response', here: messageId },
  { sdk: '`EventWebhook.verifySignature`', here: '`verifyWebhook`' },
];

const postmark: Move[] = [
  { sdk: '`new ServerClient(token)`', here: client },
  {
    sdk: '`sendEmail({ From, To, Subject, TextBody, HtmlBody })`',
    here: '`emails.send({ from, to, subject, text, html })`',
  },
  { sdk: '`sendEmailBatch([...])`', here: batch },
  {
    api: '`From`, `To`, `Cc`, `Bcc`, `ReplyTo`, `Subject`',
    here: '`from`, `to`, `cc`, `bcc`, `reply_to`, `subject`',
  },
  { api: '`HtmlBody`, `TextBody`', here: '`html`, `text`' },
  {
    api: '`TemplateId` or `TemplateAlias`, `TemplateModel`',
    sdk: '`sendEmailWithTemplate({ TemplateAlias, TemplateModel })`',
    here: template,
  },
  { api: '`Tag`', sdk: '`Tag`, `Metadata`', here: tags },
  {
    api: '`MessageStream`',
    sdk: '`MessageStream`',
    here: `\`category: "product"\` for broadcasts, and a separate subdomain for each stream. ${optOuts}`,
  },
  { api: '`TrackOpens`, `TrackLinks`', here: 'set per domain, not per email' },
  {
    api: '`Attachments` with `Name`, `Content`, `ContentType`, `ContentID`',
    sdk: '`Attachments: [{ Name, Content, ContentType, ContentID }]`',
    here: '`attachments: [{ name, data, content_type, content_id }]`',
  },
  { api: '`Headers: [{ Name, Value }]`', sdk: '`Headers`', here: '`headers: { name: value }`' },
  { api: '`MessageID` in the response', here: messageId },
  {
    sdk: '`getOutboundMessages`, `getOutboundMessageDetails`',
    here: '`emails.list`, `emails.get`, and `emails.events`',
  },
  { sdk: '`createSuppressions`, `deleteSuppressions`', here: '`suppressions.batch`' },
];

const mailgun: Move[] = [
  { sdk: "`mailgun.client({ username: 'api', key })`", here: client },
  { sdk: '`messages.create(domain, {...})`', here: '`emails.send({...})`; the domain comes from `from`' },
  {
    api: '`from`, `to`, `cc`, `bcc`, `subject`, `html`, `text` as form fields',
    here: 'the same names, as JSON fields',
  },
  {
    api: '`template`, `t:variables` or `h:X-Mailgun-Variables`',
    sdk: '`template`, `t:variables`, `h:X-Mailgun-Variables`',
    here: template,
  },
  { api: '`h:Reply-To`', sdk: '`h:Reply-To`', here: '`reply_to`' },
  { api: '`h:X-…`', sdk: '`h:X-…`', here: '`headers`' },
  {
    api: '`o:tag`, `v:…`',
    sdk: '`o:tag`, `v:…`',
    here: `${tags}. If recipients can unsubscribe from the tag, also set \`category: "product"\`. ${optOuts}`,
  },
  { api: '`o:deliverytime` (RFC 2822)', sdk: '`o:deliverytime`', here: '`scheduled_at` (ISO 8601)' },
  { api: '`o:tracking`', here: 'set per domain, not per email' },
  {
    api: '`recipient-variables`',
    sdk: '`recipient-variables`',
    here: '`POST /emails/batch`, one email per recipient',
  },
  {
    api: '`attachment`, `inline` (files)',
    sdk: '`attachment: [{ data, filename }]`, `inline`',
    here: '`attachments: [{ data, name, content_type }]` in base64, with `content_id` for inline files',
  },
  { sdk: '`events.get(domain, …)`', here: '`emails.list`, `emails.events`' },
  { sdk: "`suppressions.list(domain, 'bounces')`", here: "`suppressions.list({ reason: 'bounce' })`" },
  { sdk: '`timestamp`, `token`, `signature` in a webhook', here: '`verifyWebhook`' },
];

const resend: Move[] = [
  { sdk: '`new Resend(key)`', here: client },
  {
    sdk: '`const { data, error } = await emails.send({...})`',
    here: '`const { id } = await emails.send({...})`; errors are thrown',
  },
  { sdk: '`batch.send([...])`', here: batch },
  { sdk: '`react: <Email />`', here: '`...(await renderEmail(<Email />))`' },
  { sdk: '`replyTo`, `scheduledAt`', here: '`reply_to`, `scheduled_at`' },
  { sdk: '`attachments: [{ filename, content }]`', here: '`attachments: [{ name, data }]` in base64' },
  {
    sdk: '`emails.update({ id, scheduledAt })`, `emails.cancel(id)`',
    here: '`emails.reschedule(id, { scheduled_at })`, `emails.cancel(id)`',
  },
  { sdk: '`webhooks.verify`, `svix`', here: '`verifyWebhook`' },
];

/** Every provider name that differs here (F 8). Nothing is imported from Resend, but its SDK is covered. */
export const moves: Record<ImportProvider | 'resend', readonly Move[]> = {
  sendgrid,
  postmark,
  mailgun,
  resend,
};
