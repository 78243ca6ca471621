import type { TemplateBody, TemplatePointer } from '../core/records/templates.ts';

/** Characters of template bodies that one process keeps, and templates of which it knows the last pointer. */
const max_characters = 24 * 1024 * 1024;
const max_pointers = 5_000;

const sizeOf = (body: TemplateBody) =>
  body.subject.length + (body.html?.length ?? 0) + (body.text?.length ?? 0) + 1_024;

/**
 * What this process knows of templates. Bodies are immutable and kept by revision, least recently used leaves
 * first; pointers may be old and are only guesses, which a send compares with the stored one (Q18).
 */
export function templateMemory() {
  const bodies = new Map<string, TemplateBody>();
  const pointers = new Map<string, TemplatePointer>();
  let characters = 0;

  function forget(revision: string): void {
    const body = bodies.get(revision);
    if (body !== undefined && bodies.delete(revision)) characters -= sizeOf(body);
  }

  return {
    body: (revision: string): TemplateBody | null => {
      const body = bodies.get(revision);
      if (body === undefined) return null;
      bodies.delete(revision);
      bodies.set(revision, body);
      return body;
    },
    keepBody: (revision: string, body: TemplateBody): void => {
      forget(revision);
      bodies.set(revision, body);
      characters += sizeOf(body);
      for (const oldest of bodies.keys()) {
        if (characters <= max_characters) break;
        forget(oldest);
      }
    },
    pointer: (account: string, name: string) => pointers.get(`${account} ${name}`) ?? null,
    keepPointer: (account: string, name: string, pointer: TemplatePointer): void => {
      const key = `${account} ${name}`;
      pointers.delete(key);
      pointers.set(key, pointer);
      const oldest = pointers.keys().next().value;
      if (pointers.size > max_pointers && oldest !== undefined) pointers.delete(oldest);
    },
  };
}
