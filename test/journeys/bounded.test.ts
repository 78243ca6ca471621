import { type Customer, newCustomer, send, stack, withStatus } from './world.ts';

const mb = 1024 * 1024;

let customer: Customer;
beforeAll(async () => {
  customer = await newCustomer();
});

/** The largest forms that reach the public function, which needs no key. */
async function postForms(): Promise<number[]> {
  const bodies = [
    ['application/x-www-form-urlencoded', 'a&'.repeat(2.5 * mb)],
    ['multipart/form-data; boundary=x', `--x\r\n${'a: b\r\n'.repeat(0.8 * mb)}\r\n--x--`],
  ] as const;
  const statuses: number[] = [];
  for (const [type, body] of Array(8).fill(bodies).flat()) {
    const headers = { 'content-type': type };
    const response = await fetch(`${stack.base_url}/unsubscribe/x`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

/** A body of 2 MB whose style has as many selectors as declarations. Its text is derived at delivery. */
async function sendStyle(): Promise<string> {
  const { call, domain } = customer;
  const rule = `${'.a,'.repeat(mb / 3 - 20)}.b{${'color:red;'.repeat(mb / 10 - 10)}}`;
  const html = `<style>${rule}</style><p>Hello</p>`;
  return send(call, { from: `shop@${domain}`, to: 'ada@example.net', subject: 'Style', html });
}

/** Recipients with blanks inside, as many and as long as a request allows. */
async function sendBlanks(): Promise<number> {
  const { call, domain } = customer;
  const blanks = Array(1_000).fill(`a${' '.repeat(1_297)}b`);
  const body = { from: `shop@${domain}`, to: blanks, cc: blanks, bcc: blanks, subject: 'Blanks', text: 'Hi' };
  return (await call('POST', '/emails', { body })).status;
}

/** How many responses GET /health gives, one request after another, until the work is done. */
async function answersDuring(work: Promise<unknown>): Promise<number> {
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  let answers = 0;
  for (; !done; answers++) {
    const response = await fetch(`${stack.base_url}/health`);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  }
  await ended;
  return answers;
}

test('the largest hostile inputs are refused or sent, and GET /health is answered all the while', async () => {
  const work = Promise.all([postForms(), sendStyle(), sendBlanks()]);
  // On a busy machine, the attack takes longer, too. So there are some responses for each form, or one at the end.
  expect(await answersDuring(work)).toBeGreaterThan(8);
  const [forms, id, blanks] = await work;
  expect([...forms, blanks]).toEqual([...Array(16).fill(413), 400]);
  await withStatus(customer.call, id, 'delivered');
});
