import type { ExportFiles } from '../../domain/context.ts';
import { exportStore } from '../../store/exports.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** Files that callers download by a link. */
export const exportFiles: Family<ExportFiles> = ({ base, bucket, table, objects }) => {
  const files = lazyPort(async () => (await bucket()).exports, ['put']);
  return { exports: { ...exportStore(table, objects, base.runtime.now), ...files } };
};
