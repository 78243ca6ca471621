import { leastKnown, ratesOf, thresholds } from '../../../shared/core/rates.ts';
import type { Html } from '../../../shared/http/html.ts';
import { Badge } from '../ui/badge.tsx';
import { toEmails } from './numbers.ts';
import { percent } from './parts.ts';

export type Results = { delivered: number; bounced: number; complained: number };

type Judged = 'bounced' | 'complained';

const rateOf = { bounced: 'bounce_rate', complained: 'complaint_rate' } as const;

type Verdict = 'none' | 'fine' | 'near' | 'over';

/** Too few results give no verdict, whatever the rate is. */
function verdictOf(name: Judged, results: Results): Verdict {
  if (results.delivered + results.bounced < leastKnown) return 'none';
  const used = ratesOf(results)[rateOf[name]] / thresholds[rateOf[name]];
  if (used >= 1) return 'over';
  return used >= 0.5 ? 'near' : 'fine';
}

/** What the rate is a share of. */
const knownOf = (name: Judged, { delivered, bounced }: Results): number =>
  name === 'bounced' ? delivered + bounced : delivered;

const limitText = (name: Judged): string => `${Number((thresholds[rateOf[name]] * 100).toFixed(2))}%`;

const tones = { near: 'warn', over: 'bad' } as const;

const words = {
  none: 'too few results',
  fine: 'below limit',
  near: 'near limit',
  over: 'over limit',
} as const;

/** A rate next to its limit, with an icon and a word when it comes near. */
export function JudgedRate({ name, results }: { name: Judged; results: Results }): Html {
  if (knownOf(name, results) === 0) return <>limit {limitText(name)}</>;
  const rate = percent(ratesOf(results)[rateOf[name]]);
  const verdict = verdictOf(name, results);
  if (verdict === 'near' || verdict === 'over')
    return <Badge word={`${rate}, ${words[verdict]}`} tone={tones[verdict]} />;
  return (
    <>
      {rate}, limit {limitText(name)}
    </>
  );
}

/** A table's cell: the rate that links to its emails, with an icon and a word for screen readers near the limit. */
export function RateCell({
  name,
  results,
  within,
}: {
  name: Judged;
  results: Results;
  within: Record<string, string>;
}): Html {
  if (knownOf(name, results) === 0) return <>–</>;
  const verdict = verdictOf(name, results);
  const rate = percent(ratesOf(results)[rateOf[name]]);
  const shown = results[name] === 0 ? <span>{rate}</span> : toEmails(name, rate, within);
  if (verdict === 'none' || verdict === 'fine') return shown;
  return (
    <span class={`status ${tones[verdict]}`}>
      {shown}
      <span class="unseen">, {words[verdict]}</span>
    </span>
  );
}
