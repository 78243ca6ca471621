import { createContext } from '../../shared/aws/context.ts';
import { sweepDue } from '../../shared/domain/delivery/sweep-due.ts';

const ctx = createContext();

/** Every minute: whatever was accepted but not queued. */
export const handler = async (): Promise<void> => {
  ctx.log.info('sweep', await sweepDue(ctx));
};
