import type { Context } from '../../../shared/domain/context.ts';
import { Broken } from './client.ts';
import { checks, type Link, links } from './links.ts';
import { leave, type Places, type Visit, visitOf } from './visit.ts';

/** The result for one link. `fix` is null when there is nothing to do. */
export type Finding = { link: Link; ok: boolean; ms: number; what: string; fix: string | null };

/**
 * Sends one email through the deployment and follows it to the first broken link. In `places`, `sink` replaces the
 * API's base URL in the webhook, and `relay` and `door` replace the host names of the SMTP task. `alarm_topic` is the
 * ARN of the alarm topic.
 */
export async function examine(ctx: Context, places: Places = {}): Promise<Finding[]> {
  const visit = visitOf(ctx, places);
  const findings: Finding[] = [];
  try {
    for (const link of links) {
      const finding = await inspect(visit, link);
      findings.push(finding);
      if (!finding.ok) break;
    }
  } finally {
    await leave(visit);
  }
  return findings;
}

async function inspect(visit: Visit, link: Link): Promise<Finding> {
  const { now } = visit.ctx.runtime;
  const began = now();
  try {
    const seen = await checks[link](visit);
    const { what, fix } = typeof seen === 'string' ? { what: seen, fix: null } : seen;
    return { link, ok: true, ms: now() - began, what, fix };
  } catch (error) {
    const { message } = error as Error;
    const fix = error instanceof Broken ? error.fix : 'Check the AWS credentials and region in this shell';
    return { link, ok: false, ms: now() - began, what: message, fix };
  }
}
