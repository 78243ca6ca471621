/** The part of mailparser that journeys read; the package brings no types. */
declare module 'mailparser' {
  export type Mailboxes = { value: { address: string; name: string }[] };
  export type ParsedMail = {
    subject?: string;
    from?: Mailboxes;
    to?: Mailboxes | Mailboxes[];
    cc?: Mailboxes | Mailboxes[];
    text?: string;
    headers: Map<string, unknown>;
    attachments: { filename: string; contentType: string; content: Buffer }[];
  };
  export function simpleParser(source: Buffer): Promise<ParsedMail>;
}
