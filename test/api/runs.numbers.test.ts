import { automationWorld } from '../support/automations.ts';

/** Numbers of JSON that the table does not take, and the first that it takes. */
const numbers = [5e-324, -1e-131, 1e-130, 0.1, -0, 2 ** 53 - 1];

const ada = { email: 'ada@example.com' };

test.each(numbers)(
  'a wait matches the number %p of its event, and no other one [U26, U30]',
  async (number) => {
    const { active, post, onlyRun } = await automationWorld();
    const match = { field: 'data.n', equals: '{{event.data.n}}' };
    const wait = { type: 'wait_for_event', event: 'paid', timeout_seconds: 60, match };
    const automation = await active([wait, { ...wait, event: 'again' }]);
    await post({ ...ada, data: { n: number } });
    const posted = [
      await post({ ...ada, name: 'paid', data: { n: 1e-200 } }),
      await post({ ...ada, name: 'paid', data: { n: number } }),
      await post({ ...ada, name: 'again', data: { n: number } }),
    ];
    expect(posted.map(({ resumed_runs }) => resumed_runs)).toEqual([0, 1, 1]);
    expect((await onlyRun(automation)).status).toBe('completed');
  },
);

test('a wait matches a number that its definition names, however small [U30]', async () => {
  const { active, post, onlyRun } = await automationWorld();
  const match = { field: 'data.n', equals: 1e-200 };
  const automation = await active([{ type: 'wait_for_event', event: 'paid', timeout_seconds: 60, match }]);
  await post(ada);
  const posted = [
    await post({ ...ada, name: 'paid', data: { n: 0 } }),
    await post({ ...ada, name: 'paid', data: { n: 1e-200 } }),
  ];
  expect(posted.map(({ resumed_runs }) => resumed_runs)).toEqual([0, 1]);
  expect((await onlyRun(automation)).status).toBe('completed');
});
