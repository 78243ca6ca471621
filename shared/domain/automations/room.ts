import { characters } from '../../core/characters.ts';
import { AppError } from '../../core/errors.ts';

/** Bytes of a text, of the variables of a template, and of the body of a webhook. */
const max_text = 2 * 1024 * 1024;
const max_json = 256 * 1024;

/** Characters of a field of one line: a subject, an address, a url, a header. */
const max_line = 2_048;

/** A field that its values make too long. No request is answered so: the error of a run has a code of its own. */
const filledTooLarge = (path: string, max: number, unit: string) =>
  new AppError('payload_too_large', `${path}: at most ${max} ${unit} after variables are filled in`, {
    details: { reason: 'filled' },
  });

/**
 * Counts the pieces of a field while they go in, so that no more than one value over its limit is ever built; false
 * once no more are needed. May throw `filledTooLarge`.
 */
export type Room = (piece: string) => boolean;

const counted = { bytes: (text: string) => Buffer.byteLength(text), characters };

function limited(path: string, max: number, unit: keyof typeof counted): Room {
  let used = 0;
  return (piece) => {
    used += counted[unit](piece);
    if (used > max) throw filledTooLarge(path, max, unit);
    return true;
  };
}

export const textRoom = (path: string): Room => limited(path, max_text, 'bytes');
export const jsonRoom = (path: string): Room => limited(path, max_json, 'bytes');
export const lineRoom = (path: string): Room => limited(path, max_line, 'characters');

/** Takes pieces up to `max` UTF-16 units, which cost nothing to count; further pieces are left out. */
export function upTo(max: number): Room {
  let used = 0;
  return (piece) => {
    used += piece.length;
    return used <= max;
  };
}

/** The room of one value within a field whose own room counts all of it. */
export const anyRoom = (): Room => upTo(max_text);

/** By reason, in place of messages that name the tenant, which may be a value of the event. */
const messages = new Map<unknown, string>([
  ['tenant_paused', 'tenant: the tenant is paused'],
  ['stream_policy', 'tenant: the tenant sends transactional email only'],
]);

/** Error codes that only runs have, by reason: values make a field too long, or a url points to us. */
const ownCodes = new Map<unknown, string>([
  ['filled', 'too_large'],
  ['target', 'target'],
]);

/** The run's error for a refusal: the refusal's code, or a run-only code. */
export const faultOf = (refusal: AppError): { message: string; code: string } => ({
  message: messages.get(refusal.details?.reason) ?? refusal.message,
  code: ownCodes.get(refusal.details?.reason) ?? refusal.code,
});
