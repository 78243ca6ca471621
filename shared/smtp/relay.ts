import { rateBuckets } from '../domain/limits/rate.ts';
import { type Admission, createAdmission } from './admission.ts';
import type { Door } from './conversation.ts';
import type { Session } from './listener.ts';
import type { RelayOptions, RelayPorts } from './relay-options.ts';
import { relayDoor } from './relay-session.ts';
import type { Reply } from './reply.ts';

type Relay = Admission & { open: (session: Session) => Door | Reply };

export function createRelay(ctx: RelayPorts, options: RelayOptions): Relay {
  const takeToken = rateBuckets(ctx);
  const unfinished = new Set<Promise<void>>();
  const background = (work: Promise<void>): void => {
    unfinished.add(work);
    void work.finally(() => unfinished.delete(work));
  };
  const { guard, limits } = options;
  const admission = createAdmission(ctx.runtime, { guard, limits, isBusy: () => unfinished.size > 0 });
  return {
    ...admission,
    open: (session) =>
      admission.enter(session, (hooks) =>
        relayDoor(ctx, options, session, { ...hooks, takeToken, background }),
      ),
  };
}
