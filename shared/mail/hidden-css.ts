/** For each property that is set, whether it takes an element out of sight, as those of a preheader do. */
type Hiding = Partial<Record<'display' | 'visibility' | 'opacity' | 'max-height', boolean>>;

// mso-hide is not among them: it hides from Outlook what all others show, as a button next to its VML copy
const hidingValues: [property: keyof Hiding, value: RegExp][] = [
  ['display', /^none$/],
  ['visibility', /^hidden$/],
  ['opacity', /^0(?:\.0*)?$/],
  ['max-height', /^0(?:px)?$/],
];

// newsletters have a few hundred rules, with a handful of selectors each
const maxRules = 20_000;
const maxSelectors = 50_000;

/** The properties of one declaration; `important` ones count before others. */
function declarationOf(text: string) {
  const colon = text.indexOf(':');
  const name = text.slice(0, colon).trim().toLowerCase();
  const known = colon > 0 ? hidingValues.find(([property]) => property === name) : undefined;
  if (known === undefined) return null;
  const [value = '', ...marks] = text
    .slice(colon + 1)
    .toLowerCase()
    .split('!');
  const important = marks.at(-1)?.trim() === 'important';
  return { property: known[0], hides: known[1].test(value.trim()), important };
}

/** What declarations say of being seen: of each property the last one, or the last important one. */
export function hidingOf(style: string): Hiding {
  const hiding: Hiding = {};
  const important = new Set<string>();
  for (const text of style.split(';')) {
    const found = declarationOf(text);
    if (found === null || (important.has(found.property) && !found.important)) continue;
    if (found.important) important.add(found.property);
    hiding[found.property] = found.hides;
  }
  return hiding;
}

/** Whether what styles say together takes an element out of sight; the later ones count. */
export function hides(all: readonly Hiding[]): boolean {
  const whole: Hiding = {};
  for (const one of all) Object.assign(whole, one);
  return Object.values(whole).includes(true);
}

function withoutComments(css: string): string {
  const [first = '', ...others] = css.split('/*');
  return first + others.map((part) => part.split('*/').slice(1).join('*/')).join('');
}

type Rule = { selectors: string; declarations: string };

/** The rules outside at-rules: those inside one (`@media`) depend on the reader and do not count. */
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
 * What style elements of one html say of classes, by `.name` and `tag.name`; the last rule counts. Rules past the first
 * 20,000 and selectors past the first 50,000 are not read.
 */
export function hidingClasses() {
  const byName = new Map<string, Map<string, Hiding>>();
  let rules = 0;
  let selectors = 0;
  const set = (selector: string, hiding: Hiding) => {
    const [, tag, name] = /^([a-z0-9-]*)\.([^\s.]+)$/.exec(selector) ?? [];
    if (tag === undefined || name === undefined) return;
    const known = byName.get(name);
    // A class that never hides is not kept.
    if (known === undefined && !hides([hiding])) return;
    byName.set(name, (known ?? new Map()).set(tag, { ...known?.get(tag), ...hiding }));
  };
  const readRule = (rule: Rule) => {
    const hiding = hidingOf(rule.declarations);
    if (Object.keys(hiding).length === 0) return;
    const list = rule.selectors.toLowerCase().split(',', maxSelectors - selectors);
    selectors += list.length;
    for (const selector of list) set(selector.trim(), hiding);
  };
  return {
    read: (css: string) => {
      for (const rule of rulesOf(css)) {
        if (++rules > maxRules) return;
        readRule(rule);
      }
    },
    /** What the rules of this class attribute say of an element of this tag, in lower case. */
    of: (tag: string, classes: string): Hiding[] => {
      if (byName.size === 0) return [];
      return classes
        .toLowerCase()
        .split(/\s+/)
        .flatMap((name) => [byName.get(name)?.get(''), byName.get(name)?.get(tag)])
        .filter((hiding) => hiding !== undefined);
    },
  };
}
