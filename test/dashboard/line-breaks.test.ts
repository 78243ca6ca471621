import { testContext } from '../support/api.ts';
import { formOf } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

/** The fields of a form that was not changed, as a browser sends them: line breaks of values are CRLF. */
function sentBy(html: string, ending: string) {
  const { action, fields } = formOf(html, ending);
  const values = Object.entries(fields).map(([name, value]) => [name, value.replace(/\r?\n/g, '\r\n')]);
  return { action, fields: Object.fromEntries(values) as Record<string, string> };
}

const content = { text: '\n\nDear {{name}},\n\nthank you.\n', html: '\n<p>Dear {{name}}</p>\n' };

test.each([
  ['LF', content],
  ['CRLF', { text: 'Dear {{name}},\r\n\r\nthank you.', html: '<p>\r\nDear {{name}}</p>' }],
])('a draft of %s that is saved as it is stays what it was [D31]', async (_name, parts) => {
  const { browser, call } = await owner(ctx, { domain: false });
  await call('POST', '/templates', {
    body: { name: 'R', alias: 'r', subject: 'Hi', ...parts, publish: true },
  });
  const stored = async () => (await call('GET', '/templates/r')).body.template as Record<string, unknown>;
  const before = await stored();
  expect(before).toMatchObject(parts);
  const { action, fields } = sentBy((await browser.get('/templates/r')).text, '/save');
  expect((await browser.post(action, fields)).status).toBe(303);
  expect(await stored()).toMatchObject({ ...parts, has_unpublished_changes: before.has_unpublished_changes });
});

test('the difference of a draft shows the lines that were changed [D24]', async () => {
  const { browser, call } = await owner(ctx, { domain: false });
  await call('POST', '/templates', {
    body: { name: 'R', alias: 'r', subject: 'Hi', ...content, publish: true },
  });
  const { action, fields } = sentBy((await browser.get('/templates/r')).text, '/save');
  await browser.post(action, { ...fields, text: `${fields.text}Bye.` });
  const { text } = await browser.get('/templates/r');
  expect(text.replace(/<.?bdi>/g, '').match(/<(ins|del)>[^<]*/g)).toEqual(['<ins>Bye.']);
});

test('the content of a step that begins with a line break keeps it when the automation is saved [D31]', async () => {
  const { browser, call, domain } = await owner(ctx);
  const step = { type: 'send_email', from: `a@${domain}`, subject: 'Hi', text: '\n\nDear all,\nbye' };
  const made = await call('POST', '/automations', {
    body: { name: 'A', trigger: { event: 'signup' }, steps: [step] },
  });
  const { id } = made.body.automation as { id: string };
  const { action, fields } = sentBy((await browser.get(`/automations/${id}?step=1`)).text, '/save');
  expect((await browser.post(action, { ...fields, do: 'save' })).status).toBe(303);
  const { automation } = (await call('GET', `/automations/${id}`)).body as {
    automation: { steps: object[] };
  };
  expect(automation.steps).toMatchObject([step]);
});
