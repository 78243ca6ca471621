import { AppError, isAppError } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';

const reason = 'account_suspended';

/** Whether an operator suspended the account, so that it accepts nothing and its work waits. */
export const isSuspended = ({ suspended_at }: Pick<Account, 'suspended_at'>): boolean =>
  suspended_at !== undefined;

/** Seconds until a suspended account's waiting work checks again. */
export const suspendedWaits_s = { emails: 14 * 60, runs: 5 * 60 };

export const accountSuspended = () =>
  new AppError('forbidden', 'This account is suspended', {
    details: { reason },
    hint: 'Only the operator of this service can resume the account. Ask them for the reason',
  });

export const isSuspension = (error: unknown): boolean =>
  isAppError(error) && error.details?.reason === reason;
