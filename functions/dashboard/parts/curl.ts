import type { Html } from '../../../shared/http/html.ts';
import type { Resource } from '../../../shared/http/resource-declaration.ts';
import type { DashboardContext } from '../context.ts';
import { Code } from '../ui/elements.tsx';

const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A request to this deployment as a shell command, with the API key from the environment. */
export function curlLine({ settings }: DashboardContext, path: string, body?: object): Html {
  const parts = [
    `curl ${settings.base_url}${path}`,
    '-H "authorization: Bearer $MAILWRIGHT_API_KEY"',
    ...(body ? ["-H 'content-type: application/json'", `-d ${inQuotes(JSON.stringify(body))}`] : []),
  ];
  return Code({ name: 'command', text: parts.join(' ') });
}

/** The request that creates a resource's first object, or lists the resource if it can't be created. */
export const firstRequest = (
  ctx: DashboardContext,
  { path, sample }: Pick<Resource, 'path' | 'sample'>,
): Html => curlLine(ctx, path, sample ?? undefined);
