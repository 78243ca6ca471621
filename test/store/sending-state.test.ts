import { sendingStateStore } from '../../shared/store/sending-state.ts';
import { testClock } from '../support/api.ts';
import { tableOfOwn } from '../support/own-table.ts';

const calm = { paused_until: 0, accounts_paused_until: {}, denied_at: 0, denied_resource: null };

function workers() {
  const clock = testClock();
  clock.hold();
  const table = tableOfOwn();
  const make = () => sendingStateStore(table, clock.runtime);
  return { clock, table, make, now: clock.runtime.now() };
}

test('where SES was never asked, one recipient a second; what the sweep writes is known within 10 s [P15]', async () => {
  const { clock, make } = workers();
  const [worker, sweep] = [make(), make()];
  expect(await worker.read()).toEqual({ rate: 1, quota: null, sent: 0, plan: null, ...calm });
  await sweep.writeQuota({ rate: 14, quota: 50_000, sent: 120, plan: 'ESSENTIALS' });
  expect((await worker.read()).rate).toBe(1);
  clock.advance(10_000);
  expect(await worker.read()).toEqual({ rate: 14, quota: 50_000, sent: 120, plan: 'ESSENTIALS', ...calm });
});

test('five pauses within a minute stop all workers for a minute, once [P7]', async () => {
  const { clock, make, now } = workers();
  const all = Array.from({ length: 4 }, make);
  const began = await Promise.all(all.flatMap((one) => [one.countPause(now), one.countPause(now)]));
  expect(began.filter(Boolean)).toHaveLength(1);
  expect((await make().read()).paused_until).toBe(now + 60_000);
  clock.advance(60_000);
  expect(await make().countPause(clock.runtime.now())).toBe(false);
});

test('five pauses within any minute stop, also where an earlier one is older [P7, P43]', async () => {
  const { clock, make, now } = workers();
  const stopped: [second: number, all: boolean, account: boolean][] = [];
  for (const second of [0, 50, 54, 58, 61, 65]) {
    const at = now + second * 1000;
    clock.advance(at - clock.runtime.now());
    stopped.push([second, await make().countPause(at), await make().countAccountPause('acc_1', at)]);
  }
  expect(stopped.filter(([, all, account]) => all || account)).toEqual([[65, true, true]]);
});

test('five pauses of one tenant within a minute stop its account for a minute, and no other [P43]', async () => {
  const { clock, make, now } = workers();
  const all = Array.from({ length: 5 }, make);
  const began = await Promise.all(all.map((one) => one.countAccountPause('acc_1', now)));
  expect(began.filter(Boolean)).toHaveLength(1);
  for (let i = 0; i < 4; i++) expect(await make().countAccountPause('acc_2', now)).toBe(false);
  const state = await make().read();
  expect(state.accounts_paused_until).toEqual({ acc_1: now + 60_000, acc_2: 0 });
  expect(state.paused_until).toBe(0);
  // What is over is forgotten with the next pause of any tenant.
  clock.advance(120_000);
  expect(await make().countAccountPause('acc_3', clock.runtime.now())).toBe(false);
  expect((await make().read()).accounts_paused_until).toEqual({ acc_3: 0 });
});
