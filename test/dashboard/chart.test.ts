import { dayChart } from '../../functions/dashboard/parts/chart.tsx';
import { elementsOf } from '../support/browser.ts';

const dayOf = (date: string, delivered: number, bounced: number) => ({
  date,
  ...{ accepted: delivered + bounced, delivered, bounced, complained: 0 },
});

const axisOf = (text: string) => {
  const axis = /<p class="axis"[^>]*>(.*?)<\/p>/s.exec(text)?.[1] ?? '';
  return [...axis.matchAll(/>([\d,]+)</g)].map(([, n]) => n);
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
  const text = String(dayChart([dayOf('2026-11-27', 900, 100), dayOf('2026-11-28', 0, 0)] as never));
  expect(axisOf(text)).toEqual(['1,000', '500', '0']);
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
