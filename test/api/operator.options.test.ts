import { adminError, readCommand } from '../../tools/admin/commands.ts';

const read = (argv: string[]) => {
  try {
    return readCommand(argv);
  } catch (error) {
    return adminError(error);
  }
};

/** Behind the id of an account, and longer than a key of the table may be. */
const noIds = ['acc_1', `acc_${'0'.repeat(27)}`, 'x'.repeat(2_100)];

describe('an option that names an account takes ids alone, before anything is touched [A26]', () => {
  test.each([
    ['show-account'],
    ['set-plan', '--plan', 'pro'],
    ['set-payment-method', '--on'],
    ['unlock'],
    ['suspend-account'],
    ['resume-account'],
    ['delete-account'],
    ['create-key', '--scopes', 'full'],
    ['adopt-domain', '--domain', 'mail.example.com'],
    ['resume-tenant', '--tenant', 'acme'],
    ['add-member', '--email', 'ada@example.com', '--role', 'owner'],
  ])('%s', (name, ...argv) => {
    for (const id of noIds)
      expect(read([name as string, '--account', id, ...argv])).toEqual({
        error: {
          code: 'validation_error',
          message: `option '--account <acc_…>' argument '${id}' is invalid. Expected an account id.`,
        },
      });
  });

  test('list-accounts: --cursor', () => {
    for (const id of [...noIds, 'foo'])
      expect(read(['list-accounts', '--cursor', id])).toEqual({
        error: {
          code: 'validation_error',
          message: `option '--cursor <acc_…>' argument '${id}' is invalid. Expected an account id.`,
        },
      });
  });
});
