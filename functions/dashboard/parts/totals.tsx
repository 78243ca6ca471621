import type { Html } from '../../../shared/http/html.ts';
import { Tile, Tiles } from '../ui/tiles.tsx';
import { toEmails } from './numbers.ts';
import { percent } from './parts.ts';
import { JudgedRate, type Results } from './rates.tsx';

type Counts = Results & { accepted: number; opened: number; clicked: number };

export const share = (part: number, total: number): string => (total === 0 ? '–' : percent(part / total));

/** What happened to all emails of a period: each count opens its emails, and has its rate next to its limit. */
export function Totals({ counts, within }: { counts: Counts; within: Record<string, string> }): Html {
  const { delivered, bounced, opened, clicked } = counts;
  const count = (name: keyof Counts) => toEmails(name, counts[name], within);
  return (
    <Tiles>
      <Tile name="Accepted" count={count('accepted')}>
        recipients
      </Tile>
      <Tile name="Delivered" count={count('delivered')}>
        {share(delivered, delivered + bounced)}
      </Tile>
      <Tile name="Bounced" count={count('bounced')}>
        <JudgedRate name="bounced" results={counts} />
      </Tile>
      <Tile name="Complained" count={count('complained')}>
        <JudgedRate name="complained" results={counts} />
      </Tile>
      <Tile name="Opened" count={count('opened')}>
        {share(opened, delivered)}
      </Tile>
      <Tile name="Clicked" count={count('clicked')}>
        {share(clicked, delivered)}
      </Tile>
    </Tiles>
  );
}
