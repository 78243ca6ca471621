import type { SesQuota } from '../ports/sending.ts';

/** The share of the 24-hour quota at which bulk mail waits. The rest is for single emails. */
const bulkShare = 0.9;

/** Which mail waits for room in SES's 24-hour quota. Null for none. */
export function waitingForQuota({ quota, sent }: SesQuota): 'bulk' | 'all' | null {
  if (quota === null || sent < quota * bulkShare) return null;
  return sent < quota ? 'bulk' : 'all';
}
