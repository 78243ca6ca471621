import type { ExportFiles } from '../../domain/context.ts';
import { exportStore } from '../../store/exports.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** Files that callers download by a link. */
export const exportFiles: Family<ExportFiles> = ({ aws, base, config, table, objects }) => {
  const files = lazyPort(async () => {
    const { s3Exports } = await import('../objects.ts');
    return s3Exports(aws, config.BODY_BUCKET, base.runtime.now);
  }, ['put']);
  return { exports: { ...exportStore(table, objects, base.runtime.now), ...files } };
};
