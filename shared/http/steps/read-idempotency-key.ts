import { invalid } from '../../core/errors.ts';
import type { Step } from '../state.ts';

/** 1-255 printable ASCII characters without comma: API Gateway joins repeated headers by commas. */
export const idempotencyKeyPattern = /^[ -+.-~-]{1,255}$/;

/** The Idempotency-Key header, if the route takes one; 400 if malformed. */
export const readIdempotencyKey: Step = (_ctx, { route, request }) => {
  const header = route.idempotent ? request.headers.get('idempotency-key') : null;
  if (header === null || idempotencyKeyPattern.test(header)) return { idempotency_key: header };
  const message = header.includes(',')
    ? 'Send Idempotency-Key once, without commas'
    : 'Idempotency-Key must be 1-255 printable ASCII characters';
  throw invalid([{ path: 'Idempotency-Key', rule: 'format', message }]);
};
