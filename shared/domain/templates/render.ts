import { escapeHtml } from '../../core/escape.ts';
import type { TemplateBody } from '../../core/records/templates.ts';
import { type Piece, type Scanned, scan } from './scan.ts';

/** The placeholder that the service fills itself. */
export const reserved = 'unsubscribe_url';

export type Part = 'subject' | 'html' | 'text';

/** A template's scanned parts. Null for a missing part. */
type ScannedTemplate = { subject: Scanned; html: Scanned | null; text: Scanned | null };

const scanned = new WeakMap<TemplateBody, ScannedTemplate>();

/** A body's parts. They are scanned on first use, so a cached body isn't scanned again for each send. */
export function scanTemplate(body: TemplateBody): ScannedTemplate {
  const known = scanned.get(body);
  if (known !== undefined) return known;
  const cut = (text: string | null) => (text === null ? null : scan(text));
  const parts = { subject: scan(body.subject), html: cut(body.html), text: cut(body.text) };
  scanned.set(body, parts);
  return parts;
}

/** Placeholder names in order of first use, including the reserved one. */
export function namesOf(parts: (Scanned | null)[]): string[] {
  const names = new Set<string>();
  for (const part of parts) {
    for (const piece of part?.pieces ?? []) if (typeof piece !== 'string') names.add(piece.name);
  }
  return [...names];
}

/** How each part encodes a value. */
const inPart: Record<Part, (value: string) => string> = {
  subject: (value) => value.replace(/[\r\n]+/g, ' '),
  html: escapeHtml,
  text: (value) => value,
};

/** A placeholder's value, or undefined. */
export type Fill = (name: string) => string | undefined;

/**
 * One part with its placeholders filled. Placeholders without a value stay as written. Inserted values are
 * never scanned, so no value is rendered twice. Returns null, without building the text, if the result would
 * exceed `limit` bytes of UTF-8.
 */
export function renderPart(part: Part, pieces: Piece[], fill: Fill, limit: number): string | null {
  const values = new Map<string, { text: string; bytes: number } | null>();
  const valueFor = (name: string) => {
    let value = values.get(name);
    if (value === undefined) {
      const given = fill(name);
      const text = given === undefined ? null : inPart[part](given);
      value = text === null ? null : { text, bytes: Buffer.byteLength(text) };
      values.set(name, value);
    }
    return value;
  };
  const out: string[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    const value = typeof piece === 'string' ? null : valueFor(piece.name);
    const text = value?.text ?? (typeof piece === 'string' ? piece : piece.written);
    bytes += value?.bytes ?? Buffer.byteLength(text);
    if (bytes > limit) return null;
    out.push(text);
  }
  return out.join('');
}
