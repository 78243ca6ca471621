import type { ImportProvider } from '../../../core/records/imports.ts';

/** What the fields of a provider's send are called here (F 8), one line for each. */
export const fieldMaps: Record<ImportProvider, readonly string[]> = {
  sendgrid: [
    'personalizations[].to, cc, bcc -> to, cc, bcc: one request for each personalization, or POST /emails/batch with up to 100',
    'from {email, name} -> from "Name <address>"; reply_to.email -> reply_to',
    'content of type text/html, text/plain -> html, text',
    'template_id, dynamic_template_data -> template {id: alias, variables}',
    'send_at (epoch seconds) -> scheduled_at (ISO 8601)',
    'categories, custom_args -> tags [{name, value}], at most 10',
    'asm.group_id -> category "product" or "newsletter", and unsubscribe true',
    'attachments {content, filename, type, content_id} -> {data, name, content_type, content_id}',
    'headers -> headers',
  ],
  postmark: [
    'From, To, Cc, Bcc, ReplyTo, Subject -> from, to, cc, bcc, reply_to, subject',
    'HtmlBody, TextBody -> html, text',
    'TemplateId or TemplateAlias, TemplateModel -> template {id: alias, variables}',
    'Tag, Metadata -> tags [{name, value}], at most 10',
    'MessageStream of broadcasts -> category "newsletter"',
    'Attachments {Name, Content, ContentType, ContentID} -> {name, data, content_type, content_id}',
    'Headers [{Name, Value}] -> headers {name: value}',
  ],
  mailgun: [
    'from, to, cc, bcc, subject, html, text -> the same names, as JSON in place of a form',
    'template, t:variables or h:X-Mailgun-Variables -> template {id: alias, variables}',
    'o:tag, v:key -> tags [{name, value}], at most 10',
    'h:Reply-To -> reply_to; h:X-... -> headers',
    'o:deliverytime (RFC 2822) -> scheduled_at (ISO 8601)',
    'recipient-variables -> POST /emails/batch, one email for each recipient',
    'attachment (file) -> attachments [{name, data (base64), content_type}]',
  ],
};
