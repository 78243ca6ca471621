import { createContext, createDeadLetters } from '../../shared/aws/context.ts';
import { sweepDeadLetters } from '../../shared/domain/delivery/sweep-dead-letters.ts';
import { sweepDue } from '../../shared/domain/delivery/sweep-due.ts';

const ctx = createContext();
const dead = createDeadLetters();

/** Every minute: whatever was accepted but not queued, and whatever its worker could not handle. */
export const handler = async (): Promise<void> => {
  ctx.log.info('sweep', { ...(await sweepDue(ctx)), dead: await sweepDeadLetters(ctx, dead) });
};
