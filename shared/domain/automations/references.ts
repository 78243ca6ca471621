import { trimBlanks } from '../../core/characters.ts';
import { isObject } from '../../core/json-path.ts';
import type { CustomEvent } from '../../core/records/automations.ts';

/** `event.data.plan`, or `steps.2.event.email` from the event that ended an earlier wait. */
export type Reference = {
  path: string;
  /** The wait whose event is used. Null for the event that started the run. */
  step: number | null;
  /** The members from the event to the value. */
  members: readonly string[];
};

/** Literal text, a reference, or the managed unsubscribe link, which differs per message. */
export type Piece = string | Reference | { unsubscribe: true };

/** The events that references read. A null wait ended without an event, or its event expired. */
export type Scope = { event: CustomEvent | null; waits: ReadonlyMap<number, CustomEvent | null> };

const scalarMembers = ['id', 'name', 'email', 'user_id', 'created_at'];
const dataKey = /^[A-Za-z0-9_-]{1,64}$/;
const max_keys = 5;
const stepNumber = /^(0|[1-9][0-9]?)$/;

/** Whether a path such as `data.plan` or `email` names an event member. */
export function isEventPath(members: readonly string[]): boolean {
  const [first = '', ...keys] = members;
  if (first !== 'data') return keys.length === 0 && scalarMembers.includes(first);
  return keys.length > 0 && keys.length <= max_keys && keys.every((key) => dataKey.test(key));
}

export function readPath(path: string): Reference | null {
  const parts = path.split('.');
  const step = parts[0] === 'steps' && stepNumber.test(parts[1] ?? '') ? Number(parts[1]) : null;
  const members = step === null ? parts : parts.slice(2);
  if (members[0] !== 'event' || !isEventPath(members.slice(1))) return null;
  return { path, step, members: members.slice(1) };
}

export const isReference = (piece: Piece): piece is Reference => typeof piece === 'object' && 'path' in piece;

const linkName = 'unsubscribe_url';

/**
 * Splits a string into text and references in linear time. `fault` is the first invalid form. A lone `}}` is
 * text.
 */
export function scan(text: string): { pieces: Piece[]; fault: string | null } {
  const pieces: Piece[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf('{{', at);
    if (open < 0) break;
    const close = text.indexOf('}}', open + 2);
    if (close < 0) return { pieces, fault: text.slice(open, open + 40) };
    const path = trimBlanks(text.slice(open + 2, close));
    const piece = path === linkName ? ({ unsubscribe: true } as const) : readPath(path);
    if (piece === null) return { pieces, fault: text.slice(open, Math.min(close + 2, open + 40)) };
    if (open > at) pieces.push(text.slice(at, open));
    pieces.push(piece);
    at = close + 2;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return { pieces, fault: null };
}

/** One step into a JSON value: an object's own member or an array element. */
function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^(0|[1-9][0-9]*)$/.test(key) ? value[Number(key)] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A reference's value. Undefined if missing or null. */
export function referenced({ step, members }: Reference, { event, waits }: Scope): unknown {
  let value: unknown = step === null ? event : waits.get(step);
  for (const member of members) value = memberOf(value, member);
  return value ?? undefined;
}
