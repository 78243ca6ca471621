import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { sesIdentities } from '../../shared/aws/identities.ts';
import { AppError } from '../../shared/core/errors.ts';
import type { Log } from '../../shared/domain/context.ts';
import { runAdmin } from './run.ts';

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Runs one operator's command: JSON on stdout; a refusal as `{error: {message, code}}` on stderr and exit 1. */
export async function admin(argv: string[]): Promise<Record<string, unknown>> {
  const config = readConfig();
  return runAdmin(createContext(config, { log: silent }), sesIdentities(config.AWS_REGION), argv);
}

/** What a failed command prints. */
export function adminError(error: unknown): { error: { message: string; code: string } } {
  const message = error instanceof Error ? error.message : String(error);
  return { error: { message, code: error instanceof AppError ? error.code : 'internal_error' } };
}
