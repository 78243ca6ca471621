import { characters } from '../../core/characters.ts';
import { AppError } from '../../core/errors.ts';

/** Bytes of a text, of template variables, or of a webhook body. */
const max_text = 2 * 1024 * 1024;
const max_json = 256 * 1024;

/** Characters of a one-line field: a subject, address, URL, or header. */
const max_line = 2_048;

/** A field that its values make too long. Only runs fail this way, so the error has its own code. */
const filledTooLarge = (path: string, max: number, unit: string) =>
  new AppError('payload_too_large', `${path}: at most ${max} ${unit} after variables are filled in`, {
    details: { reason: 'filled' },
  });

/**
 * Counts a field's pieces as they are added, so at most one value beyond the limit is built. Returns false
 * once the field needs no more. May throw `filledTooLarge`.
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

/** Accepts pieces up to `max` UTF-16 units, and drops the rest. These units are the fastest to count. */
export function upTo(max: number): Room {
  let used = 0;
  return (piece) => {
    used += piece.length;
    return used <= max;
  };
}

/** For a single value within a field that has its own limit. */
export const anyRoom = (): Room => upTo(max_text);

/**
 * Messages by reason. They replace messages that name the tenant, because that name may come from an event.
 */
const messages = new Map<unknown, string>([
  ['tenant_paused', 'tenant: the tenant is paused'],
  ['stream_policy', 'tenant: this tenant can send only transactional email'],
]);

/** Error codes that only runs have, by reason: values made a field too long, or a URL points to us. */
const ownCodes = new Map<unknown, string>([
  ['filled', 'too_large'],
  ['target', 'target'],
]);

/** The run's error for a refusal, with the refusal's code or a code that only runs have. */
export const faultOf = (refusal: AppError): { message: string; code: string } => ({
  message: messages.get(refusal.details?.reason) ?? refusal.message,
  code: ownCodes.get(refusal.details?.reason) ?? refusal.code,
});
