import { sesMailer } from '../../shared/aws/mailer.ts';

test.each([
  [7 * 1024 * 1024, 'v1'],
  [7 * 1024 * 1024 + 1, 'v2'],
])('P22: a message of %i bytes goes by %s', async (bytes, expected) => {
  const by = (name: string) => async () => async () => name;
  const { send } = sesMailer(by('v1'), by('v2'));
  const message = {
    raw: new Uint8Array(bytes),
    source: '',
    destinations: [],
    configuration_set: '',
    tags: {},
  };
  expect(await send(message)).toEqual({ outcome: 'accepted', message_id: expected });
});
