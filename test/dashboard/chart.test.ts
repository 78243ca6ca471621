import { dayChart, RateChart } from '../../functions/dashboard/parts/metrics/chart.tsx';
import { elementsOf } from '../support/browser.ts';

const dayOf = (date: string, delivered: number, bounced: number) => ({
  date,
  ...{ accepted: delivered + bounced, delivered, bounced, complained: 0 },
});

const axisOf = (text: string) => {
  const axis = /<p class="axis"[^>]*>(.*?)<\/p>/s.exec(text)?.[1] ?? '';
  return [...axis.matchAll(/>([\d,]+%?)</g)].map(([, n]) => n);
};

test.each([
  [0, '2'],
  [1, '2'],
  [3, '4'],
  [8, '8'],
  [9, '10'],
  [11, '20'],
  [61, '80'],
  [99, '100'],
  [100, '100'],
  [12_345, '20,000'],
])('where the largest day has %i, the axis ends at %s [D38]', (delivered, top) => {
  expect(axisOf(String(dayChart([dayOf('2026-11-28', delivered, 0)] as never)))[0]).toBe(top);
});

test('the chart of days has an axis, a legend, and the numbers of each day [D38]', () => {
  const days = [dayOf('2026-11-27', 900, 100), dayOf('2026-11-28', 0, 0)];
  const text = String(dayChart(days as never));
  expect(axisOf(text)).toEqual(['1,000', '500', '0']);
  expect(text).toContain('<li class="delivered">Delivered</li><li class="bounced">Bounced</li>');
  expect(text).toContain('>Nov 27\n1,000 accepted\n900 delivered\n100 bounced</span>');
  expect(text).toContain('href="/emails?since=2026-11-27&amp;until=2026-11-27" tabindex="-1"');
  const bars = elementsOf(text).flatMap(({ name, attributes }) =>
    name === 'path' && attributes.class !== 'grid' ? [[attributes.class, attributes.d]] : [],
  );
  // 104 high, for 1,000: bounced is above delivered, up to the top.
  expect(bars).toEqual([
    ['accepted', 'M130.0 104.0h40.0v-104.0h-40.0z'],
    ['delivered', 'M130.0 104.0h40.0v-93.6h-40.0z'],
    ['bounced', 'M130.0 10.4h40.0v-10.4h-40.0z'],
  ]);
});

const rate = { name: 'Bounce rate', word: 'bounced' as const, overall: '2.00%', limit: 0.05 };

test('a rate by day has its limit, a gap for days without results, and a dot for a day of its own [D38]', () => {
  const days = [dayOf('2026-11-25', 97, 3), dayOf('2026-11-26', 0, 0), dayOf('2026-11-27', 94, 6)];
  const text = String(RateChart({ rate, days: days as never }));
  expect(axisOf(text)).toEqual(['6%', '3%', '0']);
  const paths = Object.fromEntries(
    elementsOf(text).flatMap(({ name, attributes: { class: kind = '', d } }) =>
      name === 'path' ? [[kind, d]] : [],
    ),
  );
  expect(paths.limit).toBe('M 0 17.3 H 600');
  expect(paths['line dot']).toBe('M100.0 52.0h0M500.0 0.0h0');
  expect(text).toContain('>Nov 25\n3.00%, 3 of 100 bounced</span>');
  expect(text).toContain('>Nov 26\nNo results</span>');
});

test('a rate far above its limit stays within the axis [D38]', () => {
  const text = String(
    RateChart({ rate, days: [dayOf('2026-11-27', 1, 3), dayOf('2026-11-28', 4, 0)] as never }),
  );
  expect(axisOf(text)[0]).toBe('100%');
  expect(text).toContain('M150.0 26.0L450.0 104.0');
});
