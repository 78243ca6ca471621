import type { Html } from '../../../../shared/http/html.ts';
import { Tiles } from '../../ui/elements.tsx';
import { share, toEmails } from '../numbers.tsx';
import { JudgedRate, type Results } from './rates.tsx';

type Counts = Results & { accepted: number; opened: number; clicked: number };

/** What happened to all emails of a period: each count opens its emails, and has its rate next to its limit. */
export function Totals({ counts, within }: { counts: Counts; within: Record<string, string> }): Html {
  const { delivered, bounced, opened, clicked } = counts;
  const value = (name: keyof Counts) => toEmails(name, counts[name], within);
  return (
    <Tiles
      look="tiles"
      tiles={[
        { name: 'Accepted', value: value('accepted'), note: 'recipients' },
        { name: 'Delivered', value: value('delivered'), note: share(delivered, delivered + bounced) },
        { name: 'Bounced', value: value('bounced'), note: <JudgedRate name="bounced" results={counts} /> },
        {
          name: 'Complained',
          value: value('complained'),
          note: <JudgedRate name="complained" results={counts} />,
        },
        { name: 'Opened', value: value('opened'), note: share(opened, delivered) },
        { name: 'Clicked', value: value('clicked'), note: share(clicked, delivered) },
      ]}
    />
  );
}
