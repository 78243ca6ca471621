import MailComposer from 'nodemailer/lib/mail-composer';

type Content = { Data?: string };

/** A "simple" message of either protocol, in the shape of SES v2. */
type SimpleMail = {
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  replyTo: string[];
  message: {
    Subject?: Content;
    Body?: { Text?: Content; Html?: Content };
    Headers?: { Name: string; Value: string }[];
    Attachments?: { FileName?: string; ContentType?: string; RawContent?: string }[];
  };
};

/** SES composes simple messages itself. */
export function composeSimple({ from, to, cc, bcc, replyTo, message }: SimpleMail): Promise<Buffer> {
  const attachments = (message.Attachments ?? []).map(({ FileName, ContentType, RawContent }) => ({
    filename: FileName,
    contentType: ContentType,
    content: Buffer.from(RawContent ?? '', 'base64'),
  }));
  const headers = (message.Headers ?? []).map(({ Name, Value }) => ({ key: Name, value: Value }));
  const composer = new MailComposer({
    from,
    to,
    cc,
    bcc,
    replyTo,
    headers,
    attachments,
    subject: message.Subject?.Data,
    text: message.Body?.Text?.Data,
    html: message.Body?.Html?.Data,
    newline: 'windows',
  });
  return composer.compile().build();
}
