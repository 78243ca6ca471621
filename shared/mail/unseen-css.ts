import type { Styles } from './hidden-css.ts';

/** How text within an element looks (R81): `color` is null where it is not known, `background` where it is the page's. */
type Look = { tiny: boolean; color: string | null; background: string | null };

export const firstLook: Look = { tiny: false, color: null, background: null };

/** What equals no color: a picture, or a value that is not understood. */
const unknown = '';

const zero = /^0(?:\.0*)?(?:px|pt|em|rem|ex|%)?$/;
const relative = /(?:em|ex|%|smaller|larger|inherit)$/;
const names: Record<string, string> = { white: 'ffffff', black: '000000' };

const hex = (part: string) => (Number.parseInt(part, 10) & 255).toString(16).padStart(2, '0');

/** One color in the form in which colors are compared; null for what is none, or is not opaque. */
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

/** How text looks within an element of this name, of these styles and attributes. */
export function lookWithin(
  above: Look,
  { name, styles, attributes }: { name: string; styles: Styles; attributes: Record<string, string> },
): Look {
  const written = styles.color ?? (name === 'font' ? attributes.color?.toLowerCase() : undefined);
  // Links have a color of their own.
  const color = name === 'a' && 'href' in attributes ? null : above.color;
  return {
    tiny: isTiny(styles, above.tiny),
    color: written === undefined || inherited.has(written) ? color : colorOf(written),
    background: backgroundOf(styles, attributes, above.background),
  };
}

/** `page`: the background of the page, null where it is not known. */
export const isUnseen = ({ tiny, color, background }: Look, page: string | null): boolean =>
  tiny || (color !== null && color === (background ?? page));

/** Cells are at least as high as what is in them. */
const cells = /^(?:table|tbody|thead|tfoot|tr|td|th|img)$/;

/** Whether an element is not shown by what mail programs hide text with, besides what hides it from everyone. */
export const isCollapsed = (name: string, styles: Styles): boolean =>
  styles['mso-hide'] === 'all' || (/^0(?:px)?$/.test(styles.height ?? '') && !cells.test(name));
