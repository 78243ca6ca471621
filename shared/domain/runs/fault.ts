import type { AppError } from '../../core/errors.ts';
import { isFilledTooLarge } from '../automations/room.ts';

/** The error of a run for a refusal: its code, or `too_large` for a field that its values make too long (U37, U73). */
export const faultOf = (refusal: AppError): { message: string; code: string } => ({
  message: refusal.message,
  code: isFilledTooLarge(refusal) ? 'too_large' : refusal.code,
});
