import type { TemplateSource } from './dialect.ts';
import { note } from './notes.ts';

const slot = /\{\{\{\s*@content\s*\}\}\}/g;
const largest = 4 * 1024 * 1024;

type Merged = { html: string | null; text: string | null; missing: boolean; notes: string[] };

const absent = (text: string | null): string | null => (text === '' ? null : text);

/** The parts of a template with its layout around them, each part by itself (M49). */
export function withLayout({ html, text, layout }: TemplateSource): Merged | 'too_large' {
  const own = { html: absent(html), text: absent(text) };
  if (layout === null) return { ...own, missing: false, notes: [] };
  const { name, parts } = layout;
  if (parts === 'missing') return { ...own, missing: true, notes: note('missing_layout', [name]) };
  const around = { html: absent(parts.html), text: absent(parts.text) };
  const merged = { ...own };
  let used = false;
  let without = false;
  for (const part of ['html', 'text'] as const) {
    const [inner, outer] = [own[part], around[part]];
    if (inner === null || outer === null) continue;
    const slots = outer.match(slot)?.length ?? 0;
    if (outer.length + slots * inner.length > largest) return 'too_large';
    used ||= slots > 0;
    without ||= slots === 0;
    if (slots > 0) merged[part] = outer.replace(slot, () => inner);
  }
  const notes = [
    ...note('layout_merged', used ? [name] : []),
    ...note('missing_layout', without ? [name] : []),
  ];
  return { ...merged, missing: without, notes };
}
