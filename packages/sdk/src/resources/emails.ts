import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { Body, CallOptions, KeyedOptions, Query, Result, Schemas } from '../types.ts';

type Email = Schemas['Email'];
type EmailEvent = Schemas['EmailEvent'];
type EmailWithContent = Schemas['EmailWithContent'];
type ReceivedEmail = Schemas['ReceivedEmail'];
type ReceivedEmailSummary = Schemas['ReceivedEmailSummary'];

export function emailsOf(call: Call) {
  const update = (id: string, params: Body<'patchEmailsId'>, options?: CallOptions) =>
    call<Email>('PATCH', path`/emails/${id}`, { body: params, unwrap: 'email' }, options);
  return {
    /** Sends one email, at once or at `scheduled_at`. A call is carried out once, however often it is tried. */
    send: (params: Body<'postEmails'>, options?: KeyedOptions) =>
      call<Result<'postEmails'>>('POST', '/emails', { body: params, keyed: true, has: 'id' }, options),
    /** Sends up to 100; each is accepted or refused by itself, and what was refused has `error`. */
    sendBatch: (params: Body<'postEmailsBatch'>, options?: KeyedOptions) =>
      call<Result<'postEmailsBatch'>>(
        'POST',
        '/emails/batch',
        { body: params, keyed: true, has: 'data' },
        options,
      ),
    list: (params?: Query<'getEmails'>, options?: CallOptions) =>
      listOf<Email>(call, '/emails', 'emails', params, options),
    /** With `include: 'content'` its html and text as well. */
    get: (id: string, params?: Query<'getEmailsId'>, options?: CallOptions) =>
      call<EmailWithContent>('GET', path`/emails/${id}`, { query: params, unwrap: 'email' }, options),
    /** Reschedules or cancels a scheduled email. */
    update,
    /** Cancels a scheduled email: nothing goes out. A ConflictError when it is no longer scheduled. */
    cancel: (id: string, options?: CallOptions) => update(id, { cancel: true }, options),
    reschedule: (id: string, params: { scheduled_at: string }, options?: CallOptions) =>
      update(id, params, options),
    /** Sends a stored email again, as a new one, without its attachments. */
    resend: (id: string, options?: KeyedOptions) =>
      call<Result<'postEmailsIdResend'>>(
        'POST',
        path`/emails/${id}/resend`,
        { keyed: true, has: 'id' },
        options,
      ),
    /** The timeline, newest first. */
    events: (id: string, params?: Query<'getEmailsIdEvents'>, options?: CallOptions) =>
      listOf<EmailEvent>(call, path`/emails/${id}/events`, 'events', params, options),
    recipients: (id: string, options?: CallOptions) =>
      call<Result<'getEmailsIdRecipients'>>('GET', path`/emails/${id}/recipients`, {}, options),
    /** Makes a webhook event, and delivers it unless `deliver` is false; no email is sent. */
    test: (params: Body<'postEmailsTest'>, options?: CallOptions) =>
      call<Result<'postEmailsTest'>>('POST', '/emails/test', { body: params }, options),
  };
}

export const receivedEmailsOf = (call: Call) => ({
  list: (params?: Query<'getReceivedEmails'>, options?: CallOptions) =>
    listOf<ReceivedEmailSummary>(call, '/received-emails', 'received_emails', params, options),
  /** With bodies and attachments. */
  get: (id: string, options?: CallOptions) =>
    call<ReceivedEmail>('GET', path`/received-emails/${id}`, { unwrap: 'received_email' }, options),
  delete: (id: string, options?: CallOptions) =>
    call<Result<'deleteReceivedEmailsId'>>('DELETE', path`/received-emails/${id}`, {}, options),
});
