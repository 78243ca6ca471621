// mso-hide is not among them: it hides from Outlook what all others show, as a button next to its VML copy
const hides =
  /(?:^|;)\s*(?:visibility\s*:\s*hidden\b|(?:opacity\s*:\s*0(?:\.0*)?|max-height\s*:\s*0(?:px)?)\s*(?:[;!]|$))/i;
const display = /(?:^|;)\s*display\s*:\s*([a-z-]+)\s*(!\s*important\b)?/gi;

// newsletters have a few hundred rules, with a handful of selectors each
const maxRules = 20_000;
const maxSelectors = 50_000;

/** The value of the `display` that counts: the last important one, else the last; null without any. */
function displayOf(style: string): string | null {
  let last: { value: string; important: boolean } | null = null;
  for (const [, value = '', mark] of style.matchAll(display)) {
    const important = mark !== undefined;
    if (important || !last?.important) last = { value: value.toLowerCase(), important };
  }
  return last?.value ?? null;
}

/** Whether declarations take an element out of sight, as those of a preheader do; null: they say nothing of it. */
export function hidesByStyle(style: string): boolean | null {
  const value = displayOf(style);
  if (value === 'none' || hides.test(style)) return true;
  return value === null ? null : false;
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
 * The classes that style elements of one html hide, by `.name` and `tag.name`; the last rule counts. Rules past the first
 * 20,000 and selectors past the first 50,000 are not read.
 */
export function hiddenClasses() {
  const tags = new Map<string, Set<string>>();
  let rules = 0;
  let selectors = 0;
  const set = (selector: string, hidden: boolean) => {
    const [, tag, name] = /^([a-z0-9-]*)\.([^\s.]+)$/.exec(selector) ?? [];
    if (tag === undefined || name === undefined) return;
    const known = tags.get(name) ?? new Set();
    if (hidden) tags.set(name, known.add(tag));
    else known.delete(tag);
  };
  const readRule = (rule: Rule) => {
    const hidden = hidesByStyle(rule.declarations);
    if (hidden === null) return;
    const list = rule.selectors.toLowerCase().split(',', maxSelectors - selectors);
    selectors += list.length;
    for (const selector of list) set(selector.trim(), hidden);
  };
  return {
    read: (css: string) => {
      for (const rule of rulesOf(css)) {
        if (++rules > maxRules) return;
        readRule(rule);
      }
    },
    /** Whether an element of this tag, in lower case, with this class attribute is hidden. */
    hides: (tag: string, classes: string) => {
      if (tags.size === 0) return false;
      const hidden = (name: string) => {
        const known = tags.get(name);
        return known?.has('') || known?.has(tag);
      };
      return classes.toLowerCase().split(/\s+/).some(hidden);
    },
  };
}
