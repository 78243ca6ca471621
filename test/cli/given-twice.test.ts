import { shellOf } from '../support/cli.ts';

/** A send with these options besides its usual ones: its exit status, its error, and the requests that it made. */
async function sent(...options: string[]) {
  const requests: unknown[] = [];
  const { cli } = shellOf({
    fetch: async (_url, { body }) => {
      requests.push(JSON.parse(String(body)));
      return Response.json({ id: 'msg_1', status: 'sent' });
    },
  });
  const { status, err } = await cli('send', '--from', 'a@acme.test', '--to', 'b@acme.test', ...options);
  return { status, err, requests };
}

test.each([
  [['--header', 'X-A=1', '--header', 'x-a=2'], '--header: x-a appears twice'],
  [['--template', 't', '--var', 'name=1', 'name=2'], '--var: name appears twice'],
  [['--html', '<p>', '--html-file', 'package.json'], 'Pass either --html or --html-file, not both'],
  [['--html', '-', '--text', '-'], 'Only one of --html and --text can read standard input'],
])('%j, of which one value would be lost, is a wrong command line [D68]', async (options, message) => {
  expect(await sent(...options)).toEqual({ status: 2, err: `error: ${message}\n`, requests: [] });
});

test('names of variables differ by their capitals, and tags may be the service to refuse [D69]', async () => {
  const { status, requests } = await sent('--template', 't', '--var', 'a=1', 'A=2', '--tag', 'x=1', 'x=2');
  const tags = ['1', '2'].map((value) => ({ name: 'x', value }));
  expect([status, requests]).toMatchObject([0, [{ template: { variables: { a: '1', A: '2' } }, tags }]]);
});
