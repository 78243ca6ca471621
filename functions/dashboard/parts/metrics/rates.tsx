import { leastKnown, ratesOf, thresholds } from '../../../../shared/core/rates.ts';
import type { Child, Html } from '../../../../shared/http/html.ts';
import { Badge } from '../../ui/elements.tsx';
import { percent, shortPercent, toEmails } from '../numbers.tsx';

export type Results = { delivered: number; bounced: number; complained: number };

type Judged = 'bounced' | 'complained';

const rateOf = { bounced: 'bounce_rate', complained: 'complaint_rate' } as const;

type Verdict = 'none' | 'few' | 'fine' | 'near' | 'over';

/** Too few results give no verdict. A rate at its limit is marked `few` instead. */
function verdictOf(name: Judged, results: Results): Verdict {
  const used = ratesOf(results)[rateOf[name]] / thresholds[rateOf[name]];
  if (results.delivered + results.bounced < leastKnown) return used >= 1 ? 'few' : 'none';
  if (used >= 1) return 'over';
  return used >= 0.5 ? 'near' : 'fine';
}

/** What the rate is a share of. */
const knownOf = (name: Judged, { delivered, bounced }: Results): number =>
  name === 'bounced' ? delivered + bounced : delivered;

const limitText = (name: Judged): string => shortPercent(thresholds[rateOf[name]]);

const tones = { few: 'warn', near: 'warn', over: 'bad' } as const;

const words = { few: 'too few results', near: 'near limit', over: 'over limit' } as const;

/** A rate next to its limit, with an icon and a word when it comes near. */
export function JudgedRate({ name, results }: { name: Judged; results: Results }): Html {
  if (knownOf(name, results) === 0) return <>limit {limitText(name)}</>;
  const rate = percent(ratesOf(results)[rateOf[name]]);
  const verdict = verdictOf(name, results);
  if (verdict === 'near' || verdict === 'over')
    return <Badge word={`${rate}, ${words[verdict]}`} tone={tones[verdict]} />;
  if (verdict === 'few')
    return (
      <>
        <Badge word={`${rate}, limit ${limitText(name)}`} tone={tones.few} /> {words.few}
      </>
    );
  return (
    <>
      {rate}, limit {limitText(name)}
    </>
  );
}

type InPeriod = { name: Judged; results: Results; within: Record<string, string> };

/** A rate near its limit gets an icon, and a word for screen readers. */
function Marked({ verdict, shown }: { verdict: Verdict; shown: Child }): Html {
  if (verdict === 'none' || verdict === 'fine') return <>{shown}</>;
  return (
    <span class={`status ${tones[verdict]}`}>
      {shown}
      <span class="unseen">, {words[verdict]}</span>
    </span>
  );
}

/** A table cell: a rate that links to its emails. */
export function RateCell({ name, results, within }: InPeriod): Html {
  if (knownOf(name, results) === 0) return <>–</>;
  const rate = percent(ratesOf(results)[rateOf[name]]);
  const shown = results[name] === 0 ? <span>{rate}</span> : toEmails(name, rate, within);
  return <Marked verdict={verdictOf(name, results)} shown={shown} />;
}

/** A fact: a rate linked to its emails, its limit, and how the two compare. */
export function RateFact({ name, results, within }: InPeriod): Html {
  const verdict = verdictOf(name, results);
  const shown = toEmails(name, percent(ratesOf(results)[rateOf[name]]), within);
  if (verdict === 'none' || verdict === 'fine')
    return (
      <span class="inline">
        {shown} <span>(limit {limitText(name)})</span>
      </span>
    );
  return (
    <span class="inline">
      <span class={`status ${tones[verdict]}`}>{shown}</span>{' '}
      <span>
        (limit {limitText(name)}): {words[verdict]}
      </span>
    </span>
  );
}

/** A chart's overall rate. */
export function OverallRate({ name, results }: { name: Judged; results: Results }): Html {
  if (knownOf(name, results) === 0) return <>–</>;
  return <Marked verdict={verdictOf(name, results)} shown={percent(ratesOf(results)[rateOf[name]])} />;
}
