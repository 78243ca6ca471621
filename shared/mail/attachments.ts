import type { Issue, IssueRule } from '../core/errors.ts';
import { blockedExtensions, fileExtension, isFileName, readableName } from './attachment-name.ts';
import { decodeBase64 } from './base64.ts';
import { defaultContentType, isContentType } from './content-type.ts';

/** One attachment, ready for composing. */
export type Attachment = { name: string; content_type: string; content_id?: string; data: Buffer };

/** `too_large`: over 25 MB decoded in all, which is 413 payload_too_large rather than an issue (H1, H8). */
export type CheckedAttachments = { attachments: Attachment[]; issues: Issue[]; too_large: boolean };

export type AttachmentOptions = { blocked?: ReadonlySet<string> };

const maxFiles = 10;
const maxFileBytes = 10 * 1024 * 1024;
const maxTotalBytes = 25 * 1024 * 1024;

type Report = (field: string, rule: IssueRule, message: string) => undefined;

function checkName(raw: unknown, report: Report, blocked: ReadonlySet<string>): string | undefined {
  if (raw === undefined || raw === null) return report('name', 'required', 'An attachment needs a name');
  if (typeof raw !== 'string') return report('name', 'type', 'name must be a string');
  if (raw === '' || Buffer.byteLength(raw) > 255) return report('name', 'length', 'name has 1-255 bytes');
  const name = /\p{Cc}/u.test(raw) ? null : readableName(raw);
  if (name === null || !isFileName(name)) return report('name', 'format', 'name is not a plain file name');
  const extension = fileExtension(name);
  if (blocked.has(extension)) return report('name', 'blocked', `.${extension} files cannot be sent`);
  return name;
}

function checkType(raw: unknown, name: string | undefined, report: Report): string | undefined {
  if (raw === undefined || raw === null) return defaultContentType(fileExtension(name ?? ''));
  if (typeof raw !== 'string') return report('content_type', 'type', 'content_type must be a string');
  return isContentType(raw) ? raw : report('content_type', 'format', 'content_type must be type/subtype');
}

function checkData(raw: unknown, report: Report): Buffer | undefined {
  if (raw === undefined || raw === null) return report('data', 'required', 'An attachment needs data');
  if (typeof raw !== 'string') return report('data', 'type', 'data must be a base64 string');
  const data = decodeBase64(raw);
  if (data === null) return report('data', 'format', 'data must be standard base64');
  return data.length > maxFileBytes ? report('data', 'length', 'A file has at most 10 MB') : data;
}

/** Whether `value` may stand between the angle brackets of a Content-ID (H8). */
export function isContentId(value: string): boolean {
  return /^[A-Za-z0-9._@-]{1,128}$/.test(value);
}

function checkContentId(raw: unknown, report: Report, seen: Set<string>): string | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (typeof raw !== 'string') return report('content_id', 'type', 'content_id must be a string');
  if (!isContentId(raw)) {
    return report('content_id', 'format', 'content_id is 1-128 characters of A-Z a-z 0-9 . _ @ -');
  }
  if (seen.has(raw)) return report('content_id', 'conflict', `content_id ${raw} is given twice`);
  seen.add(raw);
  return raw;
}

function checkItem(item: unknown, report: Report, seen: Set<string>, blocked: ReadonlySet<string>) {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return report('', 'type', 'An attachment must be an object');
  }
  const fields = item as Record<string, unknown>;
  const name = checkName(fields.name, report, blocked);
  const content_type = checkType(fields.content_type, name, report);
  const content_id = checkContentId(fields.content_id, report, seen);
  const data = checkData(fields.data, report);
  if (name === undefined || content_type === undefined || data === undefined) return undefined;
  return { name, content_type, ...(content_id !== undefined && { content_id }), data };
}

/**
 * The attachments of a send request, decoded once, with every fault (H8, Q47). Aliases are folded before. Only
 * when there is no issue and nothing is too large are `attachments` complete.
 */
export function checkAttachments(items: unknown, options: AttachmentOptions = {}): CheckedAttachments {
  const result: CheckedAttachments = { attachments: [], issues: [], too_large: false };
  if (items === undefined || items === null) return result;
  const refuse = (rule: IssueRule, message: string): CheckedAttachments => {
    return { ...result, issues: [{ path: 'attachments', rule, message }] };
  };
  if (!Array.isArray(items)) return refuse('type', 'attachments must be an array');
  if (items.length > maxFiles) return refuse('length', `At most ${maxFiles} attachments`);
  const seen = new Set<string>();
  let total = 0;
  for (const [i, item] of items.entries()) {
    const report: Report = (field, rule, message) => {
      result.issues.push({ path: `attachments[${i}]${field && `.${field}`}`, rule, message });
      return undefined;
    };
    const checked = checkItem(item, report, seen, options.blocked ?? blockedExtensions);
    if (checked) result.attachments.push(checked);
    total += checked?.data.length ?? 0;
  }
  result.too_large = total > maxTotalBytes;
  return result;
}
