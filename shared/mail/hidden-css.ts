// mso-hide is not among them: it hides from Outlook what all others show, as a button beside its VML twin
const hides =
  /(?:^|;)\s*(?:display\s*:\s*none\b|visibility\s*:\s*hidden\b|(?:opacity\s*:\s*0(?:\.0*)?|max-height\s*:\s*0(?:px)?)\s*(?:[;!]|$))/i;
const shows = /(?:^|;)\s*display\s*:/i;

/** Whether declarations take an element out of sight, as those of a preheader do. */
export function isHiddenStyle(style: string): boolean {
  return hides.test(style);
}

function withoutComments(css: string): string {
  const [first = '', ...others] = css.split('/*');
  return first + others.map((part) => part.split('*/').slice(1).join('*/')).join('');
}

/**
 * `.name`, `tag.name` and all other selectors of the rules that hide. The last rule for a selector counts; what
 * stands in an at-rule (`@media`) depends on the reader and does not.
 */
export function hiddenSelectors(css: string): Set<string> {
  const found = new Set<string>();
  let depth = 0;
  let selectors: string[] = [];
  const pieces = withoutComments(css).split(/([{}])/);
  for (let i = 0; i + 1 < pieces.length; i += 2) {
    const text = pieces[i] ?? '';
    if (pieces[i + 1] === '{') {
      if (depth === 0) selectors = text.includes('@') ? [] : text.toLowerCase().split(',');
      depth++;
      continue;
    }
    depth = Math.max(depth - 1, 0);
    if (depth > 0) continue;
    for (const selector of selectors.map((one) => one.trim())) {
      if (isHiddenStyle(text)) found.add(selector);
      else if (shows.test(text)) found.delete(selector);
    }
    selectors = [];
  }
  return found;
}
