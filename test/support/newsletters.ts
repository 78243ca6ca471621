import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(process.cwd(), 'node_modules/foundation-emails');

/** Real newsletters have an address where the templates have `#`. */
const addresses = [
  (n: number) => `https://shop.example/campaign/${n}?utm_source=mail&amp;utm_medium=email&amp;id=${n}`,
  (n: number) => `http://news.example/${n}`,
  (n: number) => `https://brand.example/p/${n}#details`,
  (n: number) => `mailto:help+${n}@brand.example?subject=Hi`,
  (n: number) => ` HTTPS://Brand.example/sale?c=${n}&copy=1 `,
  (n: number) => `https://brand.example/größe/${n}?q=%C3%BC`,
  () => '#top',
  (n: number) => `tel:+49${n}`,
];

export type Newsletter = { name: string; html: string };

/**
 * Emails from a public collection, Foundation for Emails by ZURB (MIT): finished templates with their conditional
 * comments, their sources, and the pages of its visual tests. Their placeholder links get addresses here.
 */
export function newsletters(): Newsletter[] {
  const paths = globSync(['.download/templates/*.html', 'templates/*.html', 'test/visual/pages/*.html'], {
    cwd: root,
  });
  let n = 0;
  const fill = (html: string) =>
    html.replace(/href="#"/g, () => `href="${addresses[n++ % addresses.length]?.(n)}"`);
  const seen = new Set<string>();
  return paths.sort().flatMap((path) => {
    const html = readFileSync(join(root, path), 'utf8');
    const digest = createHash('sha256').update(html).digest('hex');
    if (seen.has(digest)) return [];
    seen.add(digest);
    return [{ name: `${relative('.', dirname(path))}/${path.split('/').at(-1)}`, html: fill(html) }];
  });
}
