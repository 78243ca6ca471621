import { testContext } from '../support/api.ts';
import { elementsOf } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

async function world() {
  const { own, browser, call } = await owner(ctx);
  const definition = { name: 'A', trigger: { event: 'x' }, steps: [{ type: 'delay', seconds: 60 }] };
  const made = await call('POST', '/automations', { body: definition });
  const { id } = (made.body as unknown as { automation: { id: string } }).automation;
  const template = { name: 'T', alias: 't', subject: 'S', text: 'T' };
  await call('POST', '/templates', { body: template });
  return { id, own, browser };
}

/** The action of each guarded form, and whether it opens with unsaved edits. */
const guardsIn = (html: string) =>
  elementsOf(html).flatMap(({ name, attributes }) =>
    name === 'form' && 'data-unsaved' in attributes ? [[attributes.action, attributes['data-unsaved']]] : [],
  );

test('long forms guard their edits [D24, D37]', async () => {
  const { id, browser } = await world();
  const path = `/automations/${id}`;
  for (const [page, action] of [
    [path, `${path}/save`],
    [`${path}?step=1`, `${path}/save`],
    [`${path}?add=2&type=delay`, `${path}/save`],
    ['/automations/new', '/automations/new'],
    ['/automations/new?example=welcome-series', '/automations/new'],
    ['/templates/new', '/templates/new'],
    ['/emails/new', '/emails/new'],
  ] as const)
    expect([page, guardsIn((await browser.get(page)).text)]).toEqual([page, [[action, 'false']]]);
});

test('a rejected form opens with unsaved edits [D24, D37]', async () => {
  const { id, own, browser } = await world();
  const sent = { ...own, place: 'step', index: '0', 's0-type': 'delay', do: 'save' };
  const refused = await browser.post(`/automations/${id}/save`, sent);
  expect([refused.status, guardsIn(refused.text)]).toEqual([400, [[`/automations/${id}/save`, 'true']]]);
  const compose = await browser.post('/emails/new', { ...own, from: 'a@x.example' });
  expect([compose.status, guardsIn(compose.text)]).toEqual([400, [['/emails/new', 'true']]]);
});
