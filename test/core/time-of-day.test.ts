import fc from 'fast-check';
import { isTimeZone, nextWithin } from '../../shared/core/time-of-day.ts';

const at = (text: string) => Date.parse(text);
const zurich = 'Europe/Zurich';

test.each([
  ['inside', '2026-06-01T08:00:30Z', ['08:00', '20:00'], zurich, '2026-06-01T08:00:30Z'],
  ['at its first minute', '2026-06-01T06:00:00Z', ['08:00', '20:00'], zurich, '2026-06-01T06:00:00Z'],
  ['before it', '2026-06-01T05:59:59.999Z', ['08:00', '20:00'], zurich, '2026-06-01T06:00:00Z'],
  ['at its end', '2026-06-01T18:00:00Z', ['08:00', '20:00'], zurich, '2026-06-02T06:00:00Z'],
  ['past midnight, inside', '2026-06-01T23:30:00Z', ['22:00', '06:00'], zurich, '2026-06-01T23:30:00Z'],
  ['past midnight, outside', '2026-06-01T10:00:00Z', ['22:00', '06:00'], zurich, '2026-06-01T20:00:00Z'],
  [
    'quarters of an hour',
    '2026-06-01T00:00:00Z',
    ['09:00', '17:00'],
    'Asia/Kathmandu',
    '2026-06-01T03:15:00Z',
  ],
  [
    'behind the date line',
    '2026-06-01T12:00:00Z',
    ['08:00', '09:00'],
    'Pacific/Kiritimati',
    '2026-06-01T18:00:00Z',
  ],
  // 29 March 2026, 02:00 -> 03:00 in Zurich.
  ['over the night of the jump', '2026-03-28T20:00:00Z', ['08:00', '20:00'], zurich, '2026-03-29T06:00:00Z'],
  [
    'a beginning that the clock jumps over',
    '2026-03-29T00:00:00Z',
    ['02:30', '04:00'],
    zurich,
    '2026-03-29T01:00:00Z',
  ],
  [
    'a window that the clock jumps over',
    '2026-03-29T00:00:00Z',
    ['02:10', '02:40'],
    zurich,
    '2026-03-30T00:10:00Z',
  ],
  // 25 October 2026, 03:00 -> 02:00.
  [
    'over the night of the repeated hour',
    '2026-10-24T20:00:00Z',
    ['08:00', '20:00'],
    zurich,
    '2026-10-25T07:00:00Z',
  ],
  [
    'the first of a time shown twice',
    '2026-10-24T23:00:00Z',
    ['02:30', '02:45'],
    zurich,
    '2026-10-25T00:30:00Z',
  ],
  ['the second of it', '2026-10-25T00:50:00Z', ['02:30', '02:45'], zurich, '2026-10-25T01:30:00Z'],
  ['its end comes twice', '2026-10-25T01:10:00Z', ['01:30', '02:30'], zurich, '2026-10-25T01:10:00Z'],
] as const)('%s [N12]', (_name, now, between, zone, opens) => {
  expect(new Date(nextWithin(at(now), between, zone)).toISOString()).toBe(new Date(opens).toISOString());
});

/** Minute by minute, by what a clock shows. */
function plainly(now: number, [from, to]: readonly [string, string], time_zone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: time_zone });
  const isWithin = (ms: number) => {
    const shown = clock.format(ms);
    return from < to ? from <= shown && shown < to : from <= shown || shown < to;
  };
  if (isWithin(now)) return now;
  for (let ms = Math.ceil(now / 60_000) * 60_000; ; ms += 60_000) if (isWithin(ms)) return ms;
}

const time = fc.integer({ min: 0, max: 1_439 }).map((minute) => {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
});
const zones = [zurich, 'America/New_York', 'Australia/Lord_Howe', 'America/St_Johns', 'Africa/Cairo', 'UTC'];
const changes = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-04-24',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
];

test('around every change of clocks it is the first minute that a clock shows inside [N12]', () => {
  const property = fc.property(
    fc.constantFrom(...changes),
    fc.integer({ min: -36 * 3_600_000, max: 36 * 3_600_000 }),
    fc.tuple(time, time).filter(([from, to]) => from !== to),
    fc.constantFrom(...zones),
    (day, offset, between, zone) => {
      const now = at(`${day}T00:00:00Z`) + offset;
      expect(nextWithin(now, between, zone)).toBe(plainly(now, between, zone));
    },
  );
  fc.assert(property, { numRuns: 400 });
});

test.each([
  ['Europe/Zurich', true],
  ['UTC', true],
  ['america/argentina/buenos_aires', true],
  ['Etc/GMT+5', true],
  ['Europe/Atlantis', false],
  ['', false],
  ['+02:00', false],
  ['Europe/Zurich ', false],
  ['x'.repeat(10_000), false],
])('whether %j is a time zone: %s [N12]', (zone, expected) => {
  expect(isTimeZone(zone)).toBe(expected);
});
