import type { Base, Inbound, Paging, ReceivedFiles, Tenants } from '../../shared/domain/context.ts';
import { openReceived, removeReceived } from '../../shared/domain/receiving/get-received.ts';
import { listReceived, ReceivedFilters } from '../../shared/domain/receiving/list-received.ts';
import { ReceivedRecord, ReceivedSummary } from '../../shared/domain/receiving/received-record.ts';
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';

export const receivedEmails: Resource<Base & Inbound & ReceivedFiles & Tenants & Paging> = resource({
  path: '/received-emails',
  id: 'inb',
  one: 'received_email',
  many: 'received_emails',
  noun: 'a received email',
  named: 'subject',
  pages: '/received',
  about: 'Email received at your inbound domains.',
  read: ['inbound:read'],
  write: ['inbound:write'],
  tenant_keys: 'closed',
  record: ReceivedRecord,
  row: ReceivedSummary,
  show: (_ctx, email) => email,
  list: {
    description: 'With filters, a page can be short while `has_more` is true.',
    filters: ReceivedFilters.shape,
    verb: listReceived,
  },
  get: {
    summary: 'Get a received email with its bodies and files',
    description:
      'Files are included in base64 if the response stays under 5 MB. Every file also has a download link that works for an hour.',
    verb: openReceived,
  },
  remove: {
    summary: 'Delete a received email with its files',
    description: "Deletes the message, its text, and its files. This can't be undone.",
    verb: removeReceived,
  },
  sample: null,
});
