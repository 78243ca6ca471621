import type { TemplateBody } from '../../../core/records/templates.ts';
import { namesOf, type Part, reserved } from '../../templates/render.ts';
import { type Scanned, scan } from '../../templates/scan.ts';
import { maxPlaceholders, type VersionContent } from '../../templates/template-rules.ts';
import { checkVariables } from '../../templates/variables.ts';
import type { Dialect, TemplateSource } from './dialect.ts';
import {
  type AttentionReason,
  attentionReasons,
  type Findings,
  noFindings,
  note,
  notePiece,
  notesOf,
} from './notes.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { withTags, withUnfilled, withUnsubscribe } from './text-forms.ts';

/**
 * Max bytes of html or text, and max characters of a template within its layout. Larger templates aren't
 * converted.
 */
const maxPartBytes = 2 * 1024 * 1024;
const maxMerged = 2 * maxPartBytes;
const maxSubject = 998;

const slot = /\{\{\{\s*@content\s*\}\}\}/g;

/** A template's parts with the layout around each. */
function withLayout({ html, text, layout }: TemplateSource) {
  const merged = { html: html || null, text: text || null };
  if (layout === null) return { ...merged, missing: false, notes: [] };
  const { name, parts } = layout;
  if (parts === 'missing') return { ...merged, missing: true, notes: note('missing_layout', [name]) };
  let used = false;
  let without = false;
  for (const part of ['html', 'text'] as const) {
    const [inner, outer] = [merged[part], parts[part]];
    if (!inner || !outer) continue;
    const slots = outer.match(slot)?.length ?? 0;
    if (outer.length + slots * inner.length > maxMerged) return 'too_large';
    used ||= slots > 0;
    without ||= slots === 0;
    if (slots > 0) merged[part] = outer.replace(slot, () => inner);
  }
  const notes = [
    ...(used ? note('layout_merged', [name]) : []),
    ...(without ? note('missing_layout', [name]) : []),
  ];
  return { ...merged, missing: without, notes };
}

type Refusal = 'no_content' | 'too_large' | 'too_many_variables';

/** One of our templates; with a reason, it becomes a draft. */
export type Converted = { content: VersionContent; reason: AttentionReason | null; notes: string[] };

/** Storable text: no lone surrogates, and no character that a field rejects. */
const sound = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

function written(piece: Piece): string {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'kept') return piece.written;
  return `{{${piece.kind === 'unsubscribe' ? reserved : piece.name}}}`;
}

/** Every placeholder the pieces produce, to compare with what a send would see. */
const made = (pieces: Piece[]): string[] =>
  pieces.flatMap((piece) =>
    piece.kind === 'unsubscribe' ? [reserved] : piece.kind === 'variable' ? [piece.name] : [],
  );

const seen = ({ pieces }: Scanned): string[] =>
  pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));

/**
 * One template part in our form. It is an error if a send would read the part differently (for example,
 * because a brace in the text is next to a token's brace), or if Q10 refuses it. The template then becomes a
 * draft.
 */
function convertPart(found: Findings, dialect: Dialect, part: Part, text: string): string {
  const html = part === 'html';
  const cut = withUnsubscribe(piecesOf(sound(text), dialect), dialect, html);
  const pieces = withUnfilled(withTags(cut, dialect), dialect);
  for (const piece of pieces) notePiece(found, piece, html);
  const out = pieces.map(written).join('');
  const scanned = scan(out);
  const differs = seen(scanned).join() !== made(pieces).join();
  const kept = pieces.some(({ kind }) => kind === 'kept');
  if (kept || (scanned.fault === null && !differs)) return out;
  if (scanned.fault !== null) found.kept.add(scanned.fault);
  found.reasons.add('syntax');
  return out;
}

/**
 * The subject, on one line. If it is blank before or after conversion, it becomes `{{subject}}`, which the
 * sender must fill.
 */
function subjectOf(found: Findings, dialect: Dialect, given: string | null): string {
  const one = (text: string) => text.replace(/\r\n|[\r\n]/g, ' ');
  const subject = given === null ? '' : one(convertPart(found, dialect, 'subject', one(given)));
  return subject.trim() === '' ? '{{subject}}' : subject;
}

function refusalOf(body: TemplateBody): Refusal | null {
  const parts = [body.html, body.text].filter((text) => text !== null);
  if (parts.length === 0) return 'no_content';
  if (body.subject.length > maxSubject) return 'too_large';
  if (parts.some((text) => Buffer.byteLength(text) > maxPartBytes)) return 'too_large';
  const names = namesOf([body.subject, ...parts].map(scan)).filter((name) => name !== reserved);
  const tooMany = names.length > maxPlaceholders || checkVariables(body.defaults, 'defaults').length > 0;
  return tooMany ? 'too_many_variables' : null;
}

/**
 * Converts a provider's template to ours in M44's order: layout, unsubscribe links, other tags, tokens,
 * subject. Pure: equal input gives equal output, and a published template of ours stays unchanged.
 */
export function convertTemplate(dialect: Dialect, source: TemplateSource): Converted | { refused: Refusal } {
  const found = noFindings();
  const merged = withLayout(source);
  if (merged === 'too_large') return { refused: 'too_large' };
  const part = (name: 'html' | 'text') => {
    const text = merged[name];
    if (text === null || text.length > 2 * maxPartBytes) return text;
    return convertPart(found, dialect, name, text) || null;
  };
  const subject = subjectOf(found, dialect, source.subject);
  const body = { subject, html: part('html'), text: part('text') };
  const defaults = Object.fromEntries([...found.defaults].map(([name, [first = '']]) => [name, first]));
  const refused = refusalOf({ ...body, defaults });
  if (refused !== null) return { refused };
  if (dialect.legacy) found.reasons.add('legacy');
  if (merged.missing) found.reasons.add('syntax');
  const links = found.reasons.has('unsubscribe_link');
  return {
    content: { ...body, defaults, category: links ? 'product' : 'transactional', unsubscribe_enabled: links },
    reason: attentionReasons.find((reason) => found.reasons.has(reason)) ?? null,
    notes: [
      ...merged.notes,
      ...notesOf(found),
      ...note('from_ignored', source.has_sender ? ['set from and reply_to when you send'] : []),
    ],
  };
}
