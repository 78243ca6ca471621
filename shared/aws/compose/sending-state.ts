import type { SendingStates } from '../../domain/context.ts';
import { sendingStateStore } from '../../store/sending-state.ts';
import { slotStore } from '../../store/slots.ts';
import type { Family } from './compose.ts';

/** What SES grants this deployment, its pauses, and the slots at which it is called. */
export const sendingState: Family<SendingStates> = ({ base, table }) => ({
  sending_state: sendingStateStore(table, base.runtime),
  slots: slotStore(table, base.runtime),
});
