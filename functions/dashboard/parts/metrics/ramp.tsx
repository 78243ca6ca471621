import { streams } from '../../../../shared/core/ramp.ts';
import type { AccountRamp, TenantRamp } from '../../../../shared/domain/limits/show-ramp.ts';
import type { Html } from '../../../../shared/http/html.ts';
import { Facts } from '../../ui/elements.tsx';
import { numberText } from '../numbers.tsx';
import { time } from '../parts.tsx';

type RampContent = Omit<AccountRamp | TenantRamp, 'object'>;

/** Today's limits while a sender is new. */
export const Ramp = ({ stage, completed, daily_limit, used_today, resets_at }: RampContent): Html => (
  <>
    <h2>Ramp</h2>
    <Facts
      entries={[
        ['Stage', completed ? 'completed, no limit' : stage],
        ...streams.map((one): [string, string] => [
          `${one} today`,
          daily_limit === null
            ? numberText(used_today[one])
            : `${numberText(used_today[one])} of ${numberText(daily_limit[one])}`,
        ]),
        ['Daily limits reset', time(resets_at)],
      ]}
    />
  </>
);
