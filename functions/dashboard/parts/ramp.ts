import { streams } from '../../../shared/core/ramp.ts';
import type { AccountRamp, TenantRamp } from '../../../shared/domain/limits/show-ramp.ts';
import { type Html, markup } from '../../../shared/http/html.ts';
import { facts, time } from './parts.ts';

type Ramp = Omit<AccountRamp | TenantRamp, 'object'>;

/** The limits of today while a sender is new. */
export const rampOf = ({ stage, completed, daily_limit, used_today, resets_at }: Ramp): Html =>
  markup`<h2>Ramp</h2>${facts([
    ['Stage', completed ? 'done, it limits nothing any more' : stage],
    ...streams.map((one): [string, string] => [
      `${one} today`,
      daily_limit === null ? `${used_today[one]}` : `${used_today[one]} of ${daily_limit[one]}`,
    ]),
    ['The day ends', time(resets_at)],
  ])}`;
