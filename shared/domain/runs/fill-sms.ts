import { type Issue, invalid } from '../../core/errors.ts';
import type { SendSmsStep } from '../../core/records/automations.ts';
import { fillText, fillWhole } from '../automations/fill.ts';
import type { Scope } from '../automations/references.ts';

const most_bytes = 1_600;

const refuse = (path: string, rule: Issue['rule'], message: string) =>
  invalid([{ path, rule, message: `${path}: ${message}` }]);

/** A number in E.164, as people write it (U61). */
function fillNumber(written: string, scope: Scope): string {
  const number = fillWhole('to', written, scope).replace(/[ \-.()]/g, '');
  if (!/^\+[1-9][0-9]{6,14}$/.test(number))
    throw refuse('to', 'format', 'what was filled in is not one number such as +41791234567');
  return number;
}

/** The text of a step with its values. Throws 400, naming fields and references only. */
export function fillSms({ to, text }: SendSmsStep, scope: Scope): { to: string; text: string } {
  const filled = fillText(text, scope).toWellFormed();
  const bytes = Buffer.byteLength(filled);
  if (bytes === 0 || bytes > most_bytes)
    throw refuse('text', 'length', `1-${most_bytes} bytes of UTF-8 once it is filled in`);
  return { to: fillNumber(to, scope), text: filled };
}
