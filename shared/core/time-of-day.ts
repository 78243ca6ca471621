import { lruCache } from './cache.ts';

const minute_ms = 60_000;
const day_min = 1_440;

/** There are about 600 zones, each with several spellings. */
const clocks = lruCache<Intl.DateTimeFormat>({ max: 1_000 });

function clockOf(time_zone: string): Intl.DateTimeFormat {
  const known = clocks.get(time_zone);
  if (known) return known;
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const clock = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: time_zone });
  clocks.set(time_zone, clock);
  return clock;
}

export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(text)) return false;
  try {
    clockOf(text);
    return true;
  } catch {
    return false;
  }
}

function minuteIn(time_zone: string, ms: number): number {
  const [hours = 0, minutes = 0] = clockOf(time_zone).format(ms).split(':').map(Number);
  return 60 * hours + minutes;
}

const minuteOfDay = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return 60 * hours + minutes;
};

/** How far to search. If a clock change skips a time, the time occurs again the next day. */
const max_min = 3 * day_min;

/**
 * The first instant (epoch ms) at or after `now` when the zone's clocks are in [`from`, `to`), which may
 * cross midnight. If the clock skips the window's start in spring, the window starts at the jump. If a time
 * repeats in fall, it counts twice.
 */
export function nextWithin(now: number, [from, to]: readonly [string, string], time_zone: string): number {
  const [first, last] = [minuteOfDay(from), minuteOfDay(to)];
  const length = (last - first + day_min) % day_min;
  const since = (ms: number) => (minuteIn(time_zone, ms) - first + day_min) % day_min;
  if (since(now) < length) return now;
  const minute = Math.floor(now / minute_ms) * minute_ms;
  const straight = minute + (day_min - since(minute)) * minute_ms;
  if (since(straight) === 0) return straight;
  // The clock changes in between, which happens on two days a year, so this searches minute by minute.
  for (let passed = 1; passed < max_min; passed++) {
    const at = minute + passed * minute_ms;
    if (since(at) < length) return at;
  }
  throw new Error(`no time between ${from} and ${to} in ${time_zone}`);
}
