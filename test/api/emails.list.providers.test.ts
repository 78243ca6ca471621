import { capturedAccount } from '../support/captured.ts';

test('the domain of From, and the mailbox provider of a recipient, find their emails [D86]', async () => {
  const world = await capturedAccount();
  const { send, email, clock } = world;
  const domain = email.from.split('@')[1];
  const [gmail, copied, other] = await (async () => {
    const made: string[] = [];
    for (const change of [
      { to: 'Ada <ada@GoogleMail.com>' },
      { to: 'x@y.example', bcc: 'b@live.co.uk' },
      { to: 'gmail.com@y.example' },
    ]) {
      made.push(await send(change));
      clock.advance(1000);
    }
    return made;
  })();
  const found = async (query: string) =>
    ((await world.call('GET', `/emails?${query}`)).body as { emails: { id: string }[] }).emails.map(
      ({ id }) => id,
    );
  expect(await found('provider=gmail.com')).toEqual([gmail]);
  expect(await found('provider=outlook.com')).toEqual([copied]);
  expect(await found('provider=other')).toEqual([other, copied]);
  expect(await found(`domain=${domain?.toUpperCase()}&provider=gmail.com`)).toEqual([gmail]);
  expect(await found('domain=y.example')).toEqual([]);
});
