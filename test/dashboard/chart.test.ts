import { dayChart, topOf } from '../../functions/dashboard/parts/chart.tsx';
import { elementsOf } from '../support/browser.ts';

const dayOf = (date: string, delivered: number, bounced: number) => ({
  date,
  ...{ accepted: delivered + bounced, delivered, bounced, complained: 0 },
});

test('the axis ends at or above the largest day, and its half is a whole number [D38]', () => {
  const ends = Object.fromEntries([0, 1, 3, 8, 9, 11, 61, 99, 100, 12_345].map((n) => [n, topOf(n)]));
  const wanted = { 0: 2, 1: 2, 3: 4, 8: 8, 9: 10, 11: 20, 61: 80, 99: 100, 100: 100, 12345: 20_000 };
  expect(ends).toEqual(wanted);
});

test('the chart of days has an axis, a legend, and the numbers of each day [D38]', () => {
  const text = String(dayChart([dayOf('2026-11-27', 900, 100), dayOf('2026-11-28', 0, 0)] as never));
  const axis = /<p class="axis"[^>]*>(.*?)<\/p>/s.exec(text)?.[1] ?? '';
  expect([...axis.matchAll(/>([\d,]+)</g)].map(([, n]) => n)).toEqual(['1,000', '500', '0']);
  expect(text).toContain('<li class="delivered">Delivered</li><li class="bounced">Bounced</li>');
  expect(text).toContain('<title>2026-11-27: 900 delivered, 100 bounced</title>');
  const bars = elementsOf(text).flatMap(({ name, attributes }) =>
    name === 'rect' && attributes.class !== 'day'
      ? [[attributes.class, attributes.y, attributes.height]]
      : [],
  );
  // 104 high, for 1,000: bounced is above delivered, up to the top.
  expect(bars.map(([kind, y, tall]) => [kind, Number(y).toFixed(1), Number(tall).toFixed(1)])).toEqual([
    ['delivered', '10.4', '93.6'],
    ['bounced', '0.0', '10.4'],
  ]);
});
