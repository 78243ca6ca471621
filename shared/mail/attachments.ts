import type { Issue, IssueRule } from '../core/errors.ts';
import { isObject } from '../core/json-path.ts';
import { blockedExtension, fileExtension, isFileName, readableName } from './attachment-name.ts';
import { decodeBase64 } from './base64.ts';
import { defaultContentType, isMediaType, isMultipart, keptContentType } from './content-type.ts';

export type Attachment = { name: string; content_type: string; content_id?: string; data: Buffer };

/** A file uploaded earlier (`att_…`), with its position among the request's attachments. */
export type UploadReference = { index: number; id: string; content_id?: string };

/**
 * `too_large`: over 25 MB of decoded data in total, which causes 413 payload_too_large instead of an issue.
 * `attachments` are those with data, and `uploads` those by id.
 */
type CheckedAttachments = {
  attachments: Attachment[];
  uploads: UploadReference[];
  issues: Issue[];
  too_large: boolean;
};

export const maxFiles = 10;
export const maxFileBytes = 10 * 1024 * 1024;
const maxTotalBytes = 25 * 1024 * 1024;

type Report = (field: string, rule: IssueRule, message: string) => undefined;

function checkName(raw: unknown, report: Report): string | undefined {
  if (raw === undefined || raw === null) return report('name', 'required', 'An attachment needs a name');
  if (typeof raw !== 'string') return report('name', 'type', 'name must be a string');
  if (raw === '' || Buffer.byteLength(raw) > 255) return report('name', 'length', 'name must be 1-255 bytes');
  const name = /\p{Cc}/u.test(raw) ? null : readableName(raw);
  if (name === null || !isFileName(name)) return report('name', 'format', 'name is not a plain file name');
  const extension = blockedExtension(name);
  if (extension !== null) return report('name', 'blocked', `.${extension} files cannot be sent`);
  return name;
}

function checkType(raw: unknown, name: string | undefined, report: Report): string | undefined {
  if (raw === undefined || raw === null) return defaultContentType(fileExtension(name ?? ''));
  if (typeof raw !== 'string') return report('content_type', 'type', 'content_type must be a string');
  if (!isMediaType(raw)) return report('content_type', 'format', 'content_type must be type/subtype');
  if (isMultipart(raw))
    return report('content_type', 'format', 'content_type cannot be multipart: send its parts as files');
  return keptContentType(raw);
}

function checkData(raw: unknown, report: Report): Buffer | undefined {
  if (raw === undefined || raw === null) return report('data', 'required', 'An attachment needs data');
  if (typeof raw !== 'string') return report('data', 'type', 'data must be a base64 string');
  const data = decodeBase64(raw);
  if (data === null) return report('data', 'format', 'data must be standard base64');
  return data.length > maxFileBytes ? report('data', 'length', 'A file must be at most 10 MB') : data;
}

export const isContentId = (value: string): boolean => /^[A-Za-z0-9._@-]{1,128}$/.test(value);

function checkContentId(raw: unknown, report: Report, seen: Set<string>): string | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (typeof raw !== 'string') return report('content_id', 'type', 'content_id must be a string');
  if (!isContentId(raw))
    return report('content_id', 'format', 'content_id must be 1-128 characters from A-Z a-z 0-9 . _ @ -');
  if (seen.has(raw)) return report('content_id', 'conflict', `content_id ${raw} is given twice`);
  seen.add(raw);
  return raw;
}

/** A file's name and type as sent, by the same rules for all sources. Undefined if one is rejected. */
export function checkFile(
  fields: Record<string, unknown>,
  report: Report,
): { name: string; content_type: string } | undefined {
  const name = checkName(fields.name, report);
  const content_type = checkType(fields.content_type, name, report);
  return name === undefined || content_type === undefined ? undefined : { name, content_type };
}

const given = (value: unknown) => value !== undefined && value !== null;

/** An upload already has a name, type, and data. Only content_id can be added. */
function checkReference(fields: Record<string, unknown>, index: number, report: Report, seen: Set<string>) {
  const { id } = fields;
  const content_id = checkContentId(fields.content_id, report, seen);
  if (typeof id !== 'string') return report('id', 'type', 'id must be a string');
  if (given(fields.data) || given(fields.name) || given(fields.content_type))
    return report('id', 'conflict', 'id cannot be combined with data, name, or content_type');
  return { index, id, ...(content_id !== undefined && { content_id }) };
}

function checkItem(fields: Record<string, unknown>, report: Report, seen: Set<string>) {
  const file = checkFile(fields, report);
  const content_id = checkContentId(fields.content_id, report, seen);
  const data = checkData(fields.data, report);
  if (file === undefined || data === undefined) return undefined;
  return { ...file, ...(content_id !== undefined && { content_id }), data };
}

/**
 * The attachments of a send request, decoded once, with every issue. Expects folded aliases. `attachments`
 * and `uploads` are complete only without issues and `too_large`.
 */
export function checkAttachments(items: unknown): CheckedAttachments {
  const result: CheckedAttachments = { attachments: [], uploads: [], issues: [], too_large: false };
  if (items === undefined || items === null) return result;
  const refuse = (rule: IssueRule, message: string): CheckedAttachments => ({
    ...result,
    issues: [{ path: 'attachments', rule, message }],
  });
  if (!Array.isArray(items)) return refuse('type', 'attachments must be an array');
  if (items.length > maxFiles) return refuse('length', `At most ${maxFiles} attachments`);
  const seen = new Set<string>();
  let total = 0;
  for (const [i, item] of items.entries()) {
    const report: Report = (field, rule, message) => {
      result.issues.push({ path: `attachments[${i}]${field && `.${field}`}`, rule, message });
      return undefined;
    };
    if (!isObject(item)) report('', 'type', 'An attachment must be an object');
    else if (given(item.id)) {
      const reference = checkReference(item, i, report, seen);
      if (reference) result.uploads.push(reference);
    } else {
      const checked = checkItem(item, report, seen);
      if (checked) result.attachments.push(checked);
      total += checked?.data.length ?? 0;
    }
  }
  result.too_large = total > maxTotalBytes;
  return result;
}
