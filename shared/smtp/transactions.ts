import type { Base } from '../domain/context.ts';
import type { AdmissionHooks } from './admission.ts';
import { type Arrived, type ReceiveOptions, receiveBody } from './body.ts';
import type { Incoming } from './connection.ts';
import type { Session } from './listener.ts';
import { readSender } from './path.ts';
import type { RelayEvent } from './relay-options.ts';
import { replies } from './replies.ts';
import type { Reply } from './reply.ts';

type Options = {
  session: Session;
  hooks: AdmissionHooks;
  limits: { data_ms: number; session_ms: number; messages: number };
  note: (event: RelayEvent) => void;
};

/** A message's result for its log line. `code` is the error code. `bytes` is null if it is incomplete. */
type Outcome = { reply: number; code: string | null; recipients: number; bytes: number | null; ms: number };

type Decided = { answer: Reply; log: (outcome: Outcome) => void };

/** A session's transactions, on either port: allowed commands, time limits, and results. */
export function createTransactions<T extends { recipients: ReadonlyMap<string, unknown> }>(
  { runtime: { now } }: Base,
  { session, hooks, limits, note }: Options,
) {
  const state = {
    transaction: null as T | null,
    /** True from the final dot until its reply. */
    deciding: false,
    messages: 0,
  };
  const opened_at = now();
  const old = (): void => {
    if (state.transaction === null) session.end(replies.sessionOld);
  };
  const endless = (): void => {
    if (!state.deciding) session.cut();
  };
  // A client that never completes a command keeps the socket busy, and no other check runs.
  const timers = [
    setTimeout(old, limits.session_ms).unref(),
    setTimeout(endless, limits.session_ms + limits.data_ms).unref(),
  ];
  let dataTimer: NodeJS.Timeout | undefined;

  return {
    state,
    age_ms: (): number => now() - opened_at,
    refuses: (name: string): Reply | null => {
      if (hooks.draining() && name === 'MAIL') return replies.shuttingDown;
      const isOld = state.transaction === null && now() - opened_at > limits.session_ms;
      return isOld ? replies.sessionOld : null;
    },
    ending: (): Reply | null =>
      hooks.draining() && state.transaction === null ? replies.shuttingDown : null,
    /** MAIL's sender, or the reply that rejects it. */
    sender: (line: string): ReturnType<typeof readSender> => {
      if (state.transaction !== null) return replies.inTransaction;
      const sender = readSender(line);
      return 'code' in sender || state.messages < limits.messages ? sender : replies.manyMessages;
    },
    data: (line: string): Reply | null => {
      if (!/^DATA$/i.test(line)) return replies.dataArgument;
      return state.transaction?.recipients.size ? null : replies.rcptFirst;
    },
    /** Receives a message, and ends its transaction. `left` runs if the client left before it was complete. */
    message: async (
      { octets, isComplete }: Incoming,
      receive: Omit<ReceiveOptions, 'cut'>,
      decide: (transaction: T, arrived: Arrived) => Promise<Decided>,
      left: (arrived: Arrived) => Promise<void> = async () => {},
    ): Promise<Reply> => {
      // A complete message gets the reply for its outcome, because its client would send it again after a 421.
      const late = () => isComplete() || session.end(replies.messageLate);
      dataTimer = setTimeout(late, limits.data_ms).unref();
      const arrived = await receiveBody(octets, { ...receive, cut: session.cut });
      clearTimeout(dataTimer);
      const { transaction } = state;
      if (transaction === null) {
        // The client disconnected in the meantime.
        if (arrived.state === 'complete') await arrived.discard().catch(() => {});
        await left(arrived).catch(() => {});
        return replies.mailFirst;
      }
      state.deciding = true;
      state.messages++;
      const began = now();
      const { answer, log } = await decide(transaction, arrived);
      state.transaction = null;
      state.deciding = false;
      const code = String(answer.text).match(/\[(\w+)\]$/)?.[1] ?? null;
      const bytes = arrived.state === 'complete' ? arrived.size : null;
      const isAccepted = answer.code < 300 && bytes !== null;
      if (arrived.state !== 'broken')
        note(
          isAccepted ? { type: 'accepted', bytes } : { type: 'refused', code: code ?? String(answer.code) },
        );
      log({ reply: answer.code, code, recipients: transaction.recipients.size, bytes, ms: now() - began });
      return answer;
    },
    close: (): void => {
      for (const timer of [...timers, dataTimer]) clearTimeout(timer);
    },
  };
}
