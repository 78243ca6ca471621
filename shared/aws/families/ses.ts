import type { ReadableSendingState, SendingStates, Ses, SesQuotas } from '../../domain/context.ts';
import { sendingStateStore } from '../../store/sending-state.ts';
import { sendingStateReader } from '../../store/sending-state-reader.ts';
import { slotStore } from '../../store/slots.ts';
import type { Family } from '../compose.ts';
import { lazyPort, once } from '../lazy-port.ts';
import { sesMailer } from '../mailer.ts';

export const ses: Family<Ses> = ({ aws }) => ({
  mailer: sesMailer(once(async () => (await import('../ses-sender.ts')).sesSender(aws))),
});

export const sesQuota: Family<SesQuotas> = ({ aws, base }) => ({
  ses_quota: lazyPort(
    async () => (await import('../ses-quota.ts')).sesGrants(aws, base.runtime),
    ['read', 'countIdentities'],
  ),
});

export const readableSendingState: Family<ReadableSendingState> = ({ base, table }) => ({
  sending_state: { read: sendingStateReader(table, base.runtime).read },
});

export const sendingState: Family<SendingStates> = ({ base, table }) => ({
  sending_state: sendingStateStore(table, base.runtime),
  slots: slotStore(table, base.runtime),
});
