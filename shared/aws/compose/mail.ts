import type { Mail } from '../../domain/context.ts';
import { batchStore } from '../../store/batches.ts';
import { leaseStore } from '../../store/delivery-leases.ts';
import { emailStore } from '../../store/emails.ts';
import { outboxStore } from '../../store/outbox.ts';
import { scheduleStore } from '../../store/schedules.ts';
import type { Family } from './compose.ts';

/** Emails, and the batches that they came in. */
export const mail: Family<Mail> = ({ base, table, objects }) => {
  const { runtime } = base;
  const { retention } = base.settings;
  return {
    emails: {
      ...outboxStore(table, runtime),
      ...emailStore(table, objects, runtime, retention),
      ...leaseStore(table, runtime, retention),
      ...scheduleStore(table, objects, runtime, retention),
    },
    batches: batchStore(table, objects, runtime, retention),
  };
};
