import { cutJson } from '../../core/cut-json.ts';
import { notFound } from '../../core/errors.ts';
import type { ReceivedContent, ReceivedEmail } from '../../core/records/received.ts';
import { isId, timestamp } from '../../core/runtime.ts';
import type { Base, Caller, Inbound, ReceivedFiles, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { withTenantName } from '../tenants/names.ts';
import { type ReceivedRecord, receivedSummary } from './received-record.ts';

/** Max octets of a whole response that includes file data, and of one that doesn't. */
const maxWithData = 5 * 1024 * 1024;
const maxBytes = 5.5 * 1024 * 1024;

/** The caller's received email; 404 if missing, deleted, or in another account. */
async function getReceived(ctx: Inbound, caller: Caller, id: string): Promise<ReceivedEmail> {
  const email = isId('inb', id) ? await ctx.received.get(caller.account.id, id) : null;
  if (email === null) throw notFound('Received email');
  return email;
}

type Links = Base & ReceivedFiles;

async function attachmentsOf(ctx: Links, email: ReceivedEmail, { attachments }: ReceivedContent) {
  return Promise.all(
    attachments.map(async (file, i) => {
      const { url, expires_at } = await ctx.received_links.make(email, i, file.filename);
      return { ...file, data: null, download_url: url, download_expires_at: timestamp(expires_at) };
    }),
  );
}

/** A response's JSON is a string in another JSON, where each quote takes two octets. */
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(JSON.stringify(value)));

/** The first files that fit the response. A thousand names, ids, and links may take more. */
function fitFiles(record: ReceivedRecord): ReceivedRecord {
  let bytes = bytesOf({ ...record, html: null, text: null, attachments: [] });
  const fits = record.attachments.map((file) => {
    bytes += bytesOf(file);
    return bytes <= maxWithData;
  });
  const first = fits.indexOf(false);
  return first < 0 ? record : { ...record, attachments: record.attachments.slice(0, first), truncated: true };
}

/** Cuts long texts, so that they fit into the response with everything else. */
function fitTexts(record: ReceivedRecord): ReceivedRecord {
  const rest = maxBytes - bytesOf({ ...record, html: null, text: null });
  if (bytesOf({ html: record.html, text: record.text }) <= rest) return record;
  // In JSON within JSON, quotes and line feeds take twice as much.
  const [html, text] = [cutJson(record.html, rest / 4), cutJson(record.text, rest / 4)];
  return { ...record, html: html.value, text: text.value, truncated: true };
}

/** Files whose base64 fits the response, in order. */
function numbersWithData(record: ReceivedRecord): number[] {
  let bytes = bytesOf(record);
  return record.attachments.flatMap(({ size }, i) => {
    const encoded = 4 * Math.ceil(size / 3);
    if (bytes + encoded > maxWithData) return [];
    bytes += encoded;
    return [i];
  });
}

/** GET /received-emails/{id}: with links to everything, and files as base64 while there is room. 404. */
export async function openReceived(
  ctx: Links & Inbound & Tenants,
  caller: Caller,
  id: string,
): Promise<ReceivedRecord> {
  const email = await getReceived(ctx, caller, id);
  const [content, summary, raw] = await Promise.all([
    ctx.received.readContent(email),
    withTenantName(ctx, email.account, email, receivedSummary),
    ctx.received_links.make(email, 'raw', `${email.id}.eml`),
  ]);
  if (content === null) throw notFound('Received email');
  const attachments = await attachmentsOf(ctx, email, content);
  const record = fitTexts(fitFiles({ ...summary, ...content, attachments, raw_url: raw.url }));
  await Promise.all(
    numbersWithData(record).map(async (number) => {
      const data = await ctx.received.readFile(email, number);
      const file = record.attachments[number];
      if (data !== null && file) file.data = Buffer.from(data).toString('base64');
    }),
  );
  return record;
}

/**
 * DELETE /received-emails/{id}: deletes the record and all its stored bytes, which also disables its links.
 */
export async function removeReceived(ctx: Inbound, caller: Caller, id: string): Promise<void> {
  requireScope(caller, ['inbound:write']);
  await ctx.received.remove(await getReceived(ctx, caller, id));
}
