import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(process.cwd(), 'test/domain/feedback/fixtures');

export const fixtureNames = readdirSync(folder).map((file) => file.replace('.json', ''));

type Part = Record<string, unknown>;
export type SesJson = { eventType: string; mail: Part & { tags: Record<string, string[]> } } & Record<
  string,
  unknown
>;

/** A notification in the shapes that SES publishes; each call is a copy of its own. */
export function fixture(name: string): SesJson {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as SesJson;
}

/** The same notification for another email. */
export function fixtureFor(
  name: string,
  email: { id: string; account: string; destination?: string[] },
  change: (event: SesJson) => void = () => {},
): string {
  const event = fixture(name);
  event.mail.tags = { ...event.mail.tags, email_id: [email.id], account: [email.account] };
  if (email.destination !== undefined) event.mail.destination = email.destination;
  change(event);
  return JSON.stringify(event);
}
