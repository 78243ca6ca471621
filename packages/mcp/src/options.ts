import { parseArgs } from 'node:util';
import { isPattern, isPlainAddress } from './patterns.ts';

/** What the server may do in addition to reading. */
export type Allowed = {
  send: { from: string; to: string[] } | null;
  write: boolean;
};

/** An invalid command line or environment: exit status 2. */
export class UsageError extends Error {}

export const usage = `mailwright-mcp [--allow-send --from ADDRESS --to PATTERN…] [--allow-write]

Runs an MCP server on standard input and output. Set MAILWRIGHT_API_KEY and MAILWRIGHT_BASE_URL.

  --allow-send      allow send_email and send_test_event
  --from ADDRESS    sender address for send_email
  --to PATTERN      allowed recipients for send_email: an address or a pattern like *@example.com (repeatable)
  --allow-write     allow add_suppression, remove_suppression, resend_email, and cancel_email
  --version, --help
`;

type Asked = { help: true } | { version: true } | { allowed: Allowed };

const options = {
  'allow-send': { type: 'boolean' },
  'allow-write': { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string', multiple: true },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const;

function parsed(argv: string[]) {
  try {
    return parseArgs({ args: argv, options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

export function readOptions(argv: string[]): Asked {
  const values = parsed(argv);
  if (values.help) return { help: true };
  if (values.version) return { version: true };
  const { from, to = [] } = values;
  const write = values['allow-write'] ?? false;
  if (!values['allow-send']) {
    if (from !== undefined || to.length > 0) throw new UsageError('--from and --to require --allow-send');
    return { allowed: { send: null, write } };
  }
  if (from === undefined || !isPlainAddress(from))
    throw new UsageError('--allow-send requires --from with one plain address, such as shop@example.com');
  if (to.length === 0) throw new UsageError('--allow-send requires --to, such as --to "*@example.com"');
  for (const pattern of to)
    if (!isPattern(pattern))
      throw new UsageError(`--to ${JSON.stringify(pattern)} must be an address or a pattern`);
  return { allowed: { send: { from, to }, write } };
}
