export const contentAliases = {
  htmlBody: 'html',
  html_body: 'html',
  textBody: 'text',
  text_body: 'text',
  plain_body: 'text',
  replyTo: 'reply_to',
};
