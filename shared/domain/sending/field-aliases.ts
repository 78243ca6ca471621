/** Other names for a send request's fields. */
export const fieldAliases = {
  htmlBody: 'html',
  html_body: 'html',
  textBody: 'text',
  text_body: 'text',
  plain_body: 'text',
  replyTo: 'reply_to',
  scheduledAt: 'scheduled_at',
};
