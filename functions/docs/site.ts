/**
 * A file of the site. `kept`: its name changes with its content, so browsers cache it forever. Packages are
 * base64.
 */
export type SiteFile = { type: string; text: string; encoding?: 'base64'; kept?: true };

/** The site built by `infra/docs/site.ts`: files by path, and parts for pages built on request. */
export type Site = {
  files: Record<string, SiteFile>;
  /** The frame of a page, with `slots`. */
  frame: string;
  /** The search index's path among the files. */
  index: string;
  /** The text of each section by its address, for excerpts in search results. */
  texts: Record<string, string>;
  /** The paths of the pages' Markdown, in order, which `/llms-full.txt` joins. */
  sources: string[];
};

/** Stand for the title and content of a page built on request. */
export const slots = { title: '{page_title}', content: '{page_content}' };
