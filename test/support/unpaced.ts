import type { Context } from '../../shared/domain/context.ts';
import { sendingStateStore } from '../../shared/store/sending-state.ts';
import { slotStore } from '../../shared/store/slots.ts';
import { tableOfOwn } from './own-table.ts';

/** With its own SES rate. All tests share the deployment's rate and would wait for each other. */
export function unpaced(ctx: Context): Context {
  const own = tableOfOwn();
  const state = sendingStateStore(own, ctx.runtime);
  return {
    ...ctx,
    sending_state: { ...state, read: async () => ({ ...(await state.read()), rate: 10_000 }) },
    slots: slotStore(own, ctx.runtime),
  };
}
