/** Descriptions of operations beyond their summaries, kept out of the functions' bundles (D51). */
export const descriptions: Readonly<Record<string, string>> = {
  'POST /emails':
    'Stores the email and answers before it is sent. Give an `Idempotency-Key`: the same request under it, within 24 hours, answers as the first one did and sends nothing. With `scheduled_at` it waits, up to 90 days.',
  'GET /emails':
    'Filters are combined with "and"; `subject` is how the subject begins, with the same capitals. A page may be short while `has_more` is true: continue with `next_cursor`.',
  'GET /emails/{id}':
    'With `include=content` the answer has the html and text as they were sent, while they are kept.',
  'PATCH /emails/{id}':
    'Give either `scheduled_at` or `cancel: true`. An answer of 200 to a cancel is a promise that nothing goes out; an email that is being sent is 409.',
  'POST /emails/{id}/resend':
    'Makes a new email of the stored content, under all rules of POST /emails. After the retention of the content it is 409 `content_expired`.',
  'GET /emails/{id}/events': 'Also what webhooks never carry: queued, rescheduled, cancelled, unsubscribed.',
  'GET /emails/{id}/recipients':
    'One entry for each address of to, cc and bcc, with its last status and the reason of a failure.',
  'GET /suppressions': 'The list of the account, or with `tenant` that of the tenant.',
  'DELETE /suppressions':
    'Only after the address works again: a bounce puts it back. Removing a complaint needs its owner to ask for it.',
  'POST /suppressions/batch':
    'Addresses that are no addresses are counted and change nothing for the others.',
  'GET /suppressions/{id}':
    'With the email that caused it, where one did. An entry of a tenant’s list is found with its `tenant`, or by a key of the tenant.',
  'GET /opt-outs': 'Addresses that left one category by an unsubscribe link.',
  'DELETE /opt-outs': 'Only when the recipient asks for mail of this category again.',
  'GET /domains/claims/{id}': 'Pending until its TXT record is found; it ends after seven days.',
  'GET /domains': 'Each with its records and their status.',
  'GET /domains/{id}': 'Each record with its value, the value that DNS has, and what is wrong with it.',
  'GET /migrations': 'Without their rows; previews are not kept.',
  'GET /account': 'Null in `limits` means that there is none.',
  'GET /health': 'Needs no key and looks at nothing behind the function.',
  'GET /openapi.json': 'OpenAPI 3.1, with the address of this deployment as its server.',
};

export const tags: Readonly<Record<string, string>> = {
  emails: 'Send, schedule, cancel, resend and look up email.',
  attachments: 'Upload files that are too large for a request, or sent more than once.',
  events: 'Things that happened in your application, which begin and move runs of automations.',
  suppressions: 'Addresses that are not written to.',
  'opt-outs': 'Addresses that left one category of mail.',
  domains: 'Domains that mail is sent from and received at, with their DNS records.',
  migrations: 'Imports from SendGrid, Postmark and Mailgun.',
  account: 'Plan, limits and state of the account.',
  usage: 'How much was sent, by day.',
  deliverability: 'How well mail arrives.',
  health: 'Whether the service answers.',
  'openapi.json': 'The description of this API.',
  t: 'Pixel and links of tracked emails.',
  unsubscribe: 'Pages behind the unsubscribe links of emails.',
  doctor: "The target of the operator's self-test.",
  listen: 'The address of webhook endpoints whose log of deliveries is read instead.',
};
