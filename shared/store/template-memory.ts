import { lruCache } from '../core/cache.ts';
import type { TemplateBody, TemplatePointer } from '../core/records/templates.ts';

/** Characters of template bodies that one process keeps, and templates whose pointer it keeps. */
const maxCharacters = 24 * 1024 * 1024;
const maxPointers = 5_000;

const sizeOf = (body: TemplateBody) =>
  body.subject.length + (body.html?.length ?? 0) + (body.text?.length ?? 0) + 1_024;

/**
 * The templates that this process keeps. Bodies are immutable, by revision; pointers may be out of date and are only a
 * guess, which a send compares with the stored one (Q18).
 */
export function templateMemory() {
  const bodies = lruCache<TemplateBody>({ max: maxCharacters, weigh: sizeOf });
  const pointers = lruCache<TemplatePointer>({ max: maxPointers });
  return {
    body: (revision: string): TemplateBody | null => bodies.get(revision) ?? null,
    keepBody: bodies.set,
    pointer: (account: string, name: string): TemplatePointer | null =>
      pointers.get(`${account} ${name}`) ?? null,
    keepPointer: (account: string, name: string, pointer: TemplatePointer): void =>
      pointers.set(`${account} ${name}`, pointer),
  };
}
