import { frame } from '../../functions/dashboard/ui/page.tsx';
import { markup } from '../../shared/http/html.ts';

const footerOf = (commit: string | null) => {
  const release = { version: '0.2.0', commit };
  const page = String(frame({ name: 'x', content: markup`` }, null, { path: '/', release }));
  return /<footer>(.*)<\/footer>/.exec(page)?.[1];
};

test('the footer of a page shows the version, and the commit where it is known', () => {
  expect(footerOf('0f1239d85c2696a5ca0097075be1e45b4db58e1b')).toBe('Mailwright 0.2.0 (0f1239d8)');
  expect(footerOf(null)).toBe('Mailwright 0.2.0');
});
