import { streams } from '../../../shared/core/ramp.ts';
import type { AccountRamp, TenantRamp } from '../../../shared/domain/limits/show-ramp.ts';
import { type Html, markup } from '../../../shared/http/html.ts';
import { numberText } from './numbers.ts';
import { facts, time } from './parts.ts';

type Ramp = Omit<AccountRamp | TenantRamp, 'object'>;

/** Today's limits while a sender is new. */
export const rampOf = ({ stage, completed, daily_limit, used_today, resets_at }: Ramp): Html =>
  markup`<h2>Ramp</h2>${facts([
    ['Stage', completed ? 'completed, no limit' : stage],
    ...streams.map((one): [string, string] => [
      `${one} today`,
      daily_limit === null
        ? numberText(used_today[one])
        : `${numberText(used_today[one])} of ${numberText(daily_limit[one])}`,
    ]),
    ['Daily limits reset', time(resets_at)],
  ])}`;
