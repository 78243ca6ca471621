import { createContext, createDeadLetters, createSesList } from '../../shared/aws/context.ts';
import { sweepDeadLetters } from '../../shared/domain/delivery/sweep/dead-letters.ts';
import { sweepOutbox } from '../../shared/domain/delivery/sweep/outbox.ts';
import { sweepSesList } from '../../shared/domain/suppressions/sweep-ses-list.ts';

const ctx = createContext();
const dead = createDeadLetters();
const ses = createSesList();

/** Every minute: what was accepted but not queued, what its worker could not handle, what SES's list still holds. */
export const handler = async (): Promise<void> => {
  ctx.log.info('sweep', { ...(await sweepOutbox(ctx)), dead: await sweepDeadLetters(ctx, dead) });
  await sweepSesList(ctx, ses);
};
