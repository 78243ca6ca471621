export type Outcomes = { delivered: number; bounced: number; complained: number };

export const noOutcomes: Outcomes = { delivered: 0, bounced: 0, complained: 0 };

/** Rates at which an account or tenant is at risk. */
export const thresholds = { bounce_rate: 0.05, complaint_rate: 0.003 };

/** The minimum number of recipients with a known result for a meaningful rate. */
export const leastKnown = 200;

/** 0 as long as no results are known. */
const share = (part: number, total: number): number => (total === 0 ? 0 : part / total);

export const ratesOf = ({ delivered, bounced, complained }: Outcomes) => ({
  bounce_rate: share(bounced, delivered + bounced),
  complaint_rate: share(complained, delivered),
});
