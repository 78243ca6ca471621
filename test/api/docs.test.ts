import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeGroups } from '../../functions/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';

const page = readFileSync(join(__dirname, '../../docs/sending.md'), 'utf8');

/** `answer`: what the page shows below the request, null where it shows nothing. */
type Example = {
  method: string;
  path: string;
  headers: Record<string, string>;
  raw: string;
  answer: string | null;
};

/** The ```http blocks of the page, in their order. */
function examples(): Example[] {
  const blocks = page.split('```http\n').slice(1);
  return blocks.map((block) => {
    const [head = '', ...body] = (block.split('\n```')[0] ?? '').split('\n\n');
    const [request = '', ...lines] = head.split('\n');
    const [method = '', path = ''] = request.split(' ');
    const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
    const end = block.slice(block.indexOf('\n```'));
    const answer = /^\n```\n\n```json\n([\s\S]*?)\n```/.exec(end)?.[1] ?? null;
    return { method, path, headers, raw: body.join('\n\n'), answer };
  });
}

/** A shown answer as what an answer has to match: `msg_…` is any text that begins like it. */
const shown = (answer: string): Record<string, unknown> =>
  JSON.parse(answer, (_, value) =>
    typeof value === 'string' && value.endsWith('…')
      ? expect.stringMatching(new RegExp(`^${value.slice(0, -1)}.`))
      : value,
  );

test('docs/sending.md: every example does what the page says, in the order of the page', async () => {
  const ctx = testContext();
  const { api_key, domain } = await freshAccount(ctx);
  const { public: _noKey, ...groups } = routeGroups;
  const call = inProcess(ctx, Object.values(groups).flat(), api_key);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  let last = '';
  const fill = (text: string) =>
    text
      .replaceAll('acme.test', domain)
      .replaceAll('{email}', last)
      .replaceAll('{in_two_days}', inDays(2))
      .replaceAll('{in_three_days}', inDays(3));
  const answers: [string, number][] = [];
  let compared = 0;
  for (const { method, path, headers, raw, answer } of examples()) {
    const request = raw === '' ? { headers } : { headers, raw: fill(raw) };
    const { status, body } = await call(method, fill(path), request);
    answers.push([`${method} ${path}: ${JSON.stringify(body.error ?? null)}`, status]);
    if (typeof body.id === 'string') last = body.id;
    if (answer === null) continue;
    expect({ path, ...body }).toMatchObject({ path, ...shown(answer) });
    compared++;
  }
  expect(answers.length).toBeGreaterThanOrEqual(14);
  expect(compared).toBe(page.match(/^```json$/gm)?.length);
  expect(answers.filter(([, status]) => status !== 200 && status !== 201)).toEqual([]);
});
