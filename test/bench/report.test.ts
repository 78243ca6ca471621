import { withOthers, withTable } from './report.ts';

const report = '# Benchmarks\n\nAbout.\n\n## One\n\nold\n\n## Last\n\nkept\n';
const table = (title: string) => ({ title, about: 'new', head: ['a'], rows: [['1']] });
const titles = (text: string) => [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);

test('a table that is measured alone takes the place of the old one', () => {
  const text = withTable(report, table('One'));
  expect(titles(text)).toEqual(['One', 'Last']);
  expect(text).not.toContain('old');
  expect(text).toContain('kept');
});

test('a table that the report does not have comes before the last', () => {
  expect(titles(withTable(report, table('Two')))).toEqual(['One', 'Two', 'Last']);
});

test('a report that is written again keeps the tables that other commands measured', () => {
  const text = withOthers('# Benchmarks\n\nNow.\n\n## One\n\nnew\n', report);
  expect(titles(text)).toEqual(['One', 'Last']);
  expect(text).toContain('kept');
  expect(text).not.toContain('old');
});
