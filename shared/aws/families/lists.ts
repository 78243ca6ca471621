import type { ExportFiles, Lists, Unsubscribes } from '../../domain/context.ts';
import { exportStore } from '../../store/exports.ts';
import { optOutStore } from '../../store/opt-outs.ts';
import { pendingUnsubscribeStore } from '../../store/outbox.ts';
import { suppressionStore } from '../../store/suppressions.ts';
import type { Family } from '../compose.ts';
import { lazyPort } from '../lazy-port.ts';

export const lists: Family<Lists> = ({ base, table }) => ({
  suppressions: suppressionStore(table, base.runtime),
  opt_outs: optOutStore(table, base.runtime),
});

export const unsubscribes: Family<Unsubscribes> = ({ table }) => ({
  pending_unsubscribes: pendingUnsubscribeStore(table),
});

export const exportFiles: Family<ExportFiles> = ({ base, bucket, table, objects }) => {
  const files = lazyPort(async () => (await bucket()).exports, ['put']);
  return { exports: { ...exportStore(table, objects, base.runtime.now), ...files } };
};
