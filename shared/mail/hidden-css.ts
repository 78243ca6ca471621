/** Declared values, in lower case, of properties that can hide text. */
export type Styles = Partial<Record<string, string>>;

/** Values that hide an element, such as a preheader. */
// mso-hide isn't included, because it hides content only from Outlook, such as a button next to its VML copy.
const hidingValues: [property: string, value: RegExp][] = [
  ['display', /^none$/],
  ['visibility', /^hidden$/],
  ['opacity', /^0(?:\.0*)?$/],
  ['max-height', /^0(?:px)?$/],
];

const known = new Set([
  ...hidingValues.map(([property]) => property),
  ...['height', 'mso-hide', 'font-size', 'font', 'color', 'background', 'background-color'],
]);

// Newsletters have a few hundred rules with a few selectors each.
const maxRules = 20_000;
const maxSelectors = 50_000;

/** A declaration's property. `important` ones win. */
function declarationOf(text: string) {
  const colon = text.indexOf(':');
  const property = text.slice(0, colon).trim().toLowerCase();
  if (colon <= 0 || !known.has(property)) return null;
  const [value = '', ...marks] = text
    .slice(colon + 1)
    .toLowerCase()
    .split('!');
  const important = marks.at(-1)?.trim() === 'important';
  return { property, value: value.trim(), important };
}

/** Per property, the last declaration, or the last important one. */
export function stylesOf(style: string): Styles {
  const styles: Styles = {};
  const important = new Set<string>();
  for (const text of style.split(';')) {
    const found = declarationOf(text);
    if (found === null || (important.has(found.property) && !found.important)) continue;
    if (found.important) important.add(found.property);
    styles[found.property] = found.value;
  }
  return styles;
}

/** Merged styles. Later styles win. */
export const joinedStyles = (all: readonly Styles[]): Styles => Object.assign({}, ...all);

export const hides = (styles: Styles): boolean =>
  hidingValues.some(([property, value]) => value.test(styles[property] ?? ''));

function withoutComments(css: string): string {
  const [first = '', ...others] = css.split('/*');
  return first + others.map((part) => part.split('*/').slice(1).join('*/')).join('');
}

type Rule = { selectors: string; declarations: string };

/** Rules outside at-rules. Rules inside (`@media`) depend on the reader and don't count. */
function* rulesOf(css: string): Generator<Rule> {
  const pieces = withoutComments(css).split(/([{}])/);
  let depth = 0;
  let selectors = '';
  for (let i = 0; i + 1 < pieces.length; i += 2) {
    const text = pieces[i] ?? '';
    if (pieces[i + 1] === '{') {
      if (depth === 0) selectors = text;
      depth++;
      continue;
    }
    depth = Math.max(depth - 1, 0);
    if (depth === 0 && selectors !== '' && !selectors.includes('@')) yield { selectors, declarations: text };
    if (depth === 0) selectors = '';
  }
}

/**
 * Class styles from the html's style elements, keyed by `.name` and `tag.name`. The last rule wins. Stops at
 * `maxRules` rules and `maxSelectors` selectors.
 */
export function hidingClasses() {
  const byName = new Map<string, Map<string, Styles>>();
  let rules = 0;
  let selectors = 0;
  const set = (selector: string, styles: Styles) => {
    const [, tag, name] = /^([a-z0-9-]*)\.([^\s.]+)$/.exec(selector) ?? [];
    if (tag === undefined || name === undefined) return;
    const of = byName.get(name) ?? new Map<string, Styles>();
    byName.set(name, of.set(tag, { ...of.get(tag), ...styles }));
  };
  const readRule = (rule: Rule) => {
    const styles = stylesOf(rule.declarations);
    if (Object.keys(styles).length === 0) return;
    const list = rule.selectors.toLowerCase().split(',', maxSelectors - selectors);
    selectors += list.length;
    for (const selector of list) set(selector.trim(), styles);
  };
  return {
    read: (css: string) => {
      for (const rule of rulesOf(css)) {
        if (++rules > maxRules) return;
        readRule(rule);
      }
    },
    /** The styles for an element with this class attribute and lower-case tag. */
    of: (tag: string, classes: string): Styles[] => {
      if (byName.size === 0) return [];
      return classes
        .toLowerCase()
        .split(/\s+/)
        .flatMap((name) => [byName.get(name)?.get(''), byName.get(name)?.get(tag)])
        .filter((styles) => styles !== undefined);
    },
  };
}
