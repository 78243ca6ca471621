import type { SendSmsStep } from '../../core/records/automations.ts';
import { fillFault, fillText, fillWhole } from '../automations/fill.ts';
import { phoneNumber } from '../automations/phone-number.ts';
import type { Scope } from '../automations/references.ts';
import { upTo } from '../automations/room.ts';

const max_bytes = 1_600;

function fillNumber(written: string, scope: Scope): string {
  const number = phoneNumber(fillWhole('to', written, scope));
  if (number === null)
    throw fillFault('to', 'format', 'the filled-in value is not one phone number such as +41791234567');
  return number;
}

/** A step's text with its values. Throws 400, naming only fields and references. */
export function fillSms({ to, text }: SendSmsStep, scope: Scope): { to: string; text: string } {
  const filled = fillText(text, scope, upTo(max_bytes)).toWellFormed();
  const bytes = Buffer.byteLength(filled);
  if (bytes === 0 || bytes > max_bytes)
    throw fillFault('text', 'length', `1-${max_bytes} bytes of UTF-8 after variables are filled in`);
  return { to: fillNumber(to, scope), text: filled };
}
