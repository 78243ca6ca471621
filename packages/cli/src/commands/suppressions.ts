import type { CommandSpec } from '../command.ts';
import { printObject } from '../output.ts';

export const checkCommand: CommandSpec = {
  name: 'suppressions check',
  about: 'Check whether an address is suppressed. Exits with status 1 if it is.',
  args: ['<email>'],
  example: 'mailwright suppressions check free@example.com',
  run: async (input) => {
    const [email = ''] = input.args;
    const [found] = (await input.client.suppressions.list({ email, limit: 1 })).items;
    const line = found ? `${found.email} ${found.reason}` : 'not suppressed';
    printObject(input, found ?? { email, suppressed: false }, line);
    return found ? 1 : 0;
  },
};
