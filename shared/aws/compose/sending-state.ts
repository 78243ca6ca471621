import type { SendingStates } from '../../domain/context.ts';
import { sendingStateStore } from '../../store/sending-state.ts';
import type { Family } from './compose.ts';

/** What SES grants this deployment, and its pauses. */
export const sendingState: Family<SendingStates> = ({ base, table }) => ({
  sending_state: sendingStateStore(table, base.runtime),
});
