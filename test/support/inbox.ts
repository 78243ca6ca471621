import { readStack } from './environment.ts';

/**
 * The mails in the stack's inbox with these values by path (`to.address`). Listing all of them would take megabytes.
 */
export async function findMails<Mail>(values: Record<string, string>): Promise<Mail[]> {
  const answer = await fetch(`${readStack().inbox_url}/api/email?${new URLSearchParams(values)}`);
  return (await answer.json()) as Mail[];
}
