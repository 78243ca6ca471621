import type { Styles } from './hidden-css.ts';

/** The look of text in an element. A null `color` is unknown, and a null `background` is the page's. */
type Look = { tiny: boolean; color: string | null; background: string | null };

export const firstLook: Look = { tiny: false, color: null, background: null };

/** Equal to no color. Used for an image or an unknown value. */
const unknown = '';

const zero = /^0(?:\.0*)?(?:px|pt|em|rem|ex|%)?$/;
const relative = /(?:em|ex|%|smaller|larger|inherit)$/;
const names: Record<string, string> = { white: 'ffffff', black: '000000' };

const hex = (part: string) => (Number.parseInt(part, 10) & 255).toString(16).padStart(2, '0');

/** A color, normalized for comparison. Null if it is invalid or not opaque. */
function colorOf(text: string): string | null {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/.exec(text) ?? [];
  if (long !== undefined) return long;
  if (short !== undefined) return short.replace(/./g, '$&$&');
  const [, r, g, b] = /^rgb\( ?(\d{1,3}) ?[, ] ?(\d{1,3}) ?[, ] ?(\d{1,3}) ?\)$/.exec(text) ?? [];
  if (r !== undefined && g !== undefined && b !== undefined) return hex(r) + hex(g) + hex(b);
  return names[text] ?? (/^[a-z]{3,20}$/.test(text) ? text : null);
}

const inherited = new Set(['inherit', 'unset', 'transparent', 'none', '']);

function backgroundOf(styles: Styles, attributes: Record<string, string>, above: string | null) {
  const written = styles['background-color'] ?? styles.background ?? attributes.bgcolor?.toLowerCase();
  if ('background' in attributes || /url|gradient/.test(styles.background ?? '')) return unknown;
  const value = written?.trim() ?? '';
  return inherited.has(value) ? above : (colorOf(value) ?? unknown);
}

function isTiny({ 'font-size': size, font = '' }: Styles, above: boolean): boolean {
  if (size === undefined && font === '') return above;
  if (size === undefined) return /^0(?:px|pt)?[ /]/.test(font);
  return zero.test(size) || (above && relative.test(size));
}

/** How text looks in an element with this name, styles, and attributes. */
export function lookWithin(
  above: Look,
  { name, styles, attributes }: { name: string; styles: Styles; attributes: Record<string, string> },
): Look {
  const written = styles.color ?? (name === 'font' ? attributes.color?.toLowerCase() : undefined);
  // Links have their own color.
  const color = name === 'a' && 'href' in attributes ? null : above.color;
  return {
    tiny: isTiny(styles, above.tiny),
    color: written === undefined || inherited.has(written) ? color : colorOf(written),
    background: backgroundOf(styles, attributes, above.background),
  };
}

/** `page` is the page's background, or null if unknown. */
export const isUnseen = ({ tiny, color, background }: Look, page: string | null): boolean =>
  tiny || (color !== null && color === (background ?? page));

/** Cells are at least as high as their content. */
const cells = /^(?:table|tbody|thead|tfoot|tr|td|th|img)$/;

/** Whether an element is hidden by the styles that mail programs use to hide text. */
export const isCollapsed = (name: string, styles: Styles): boolean =>
  styles['mso-hide'] === 'all' || (/^0(?:px)?$/.test(styles.height ?? '') && !cells.test(name));
