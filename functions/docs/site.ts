/** A file of the site; `kept`: browsers keep it for ever, its name changes with it. */
export type SiteFile = { type: string; text: string; kept?: true };

/** What `infra/docs/site.ts` builds and this function serves: files by path, and what pages made on request need. */
export type Site = {
  files: Record<string, SiteFile>;
  /** The frame with `<!--title-->` and `<!--content-->`. */
  frame: string;
  /** The path of the search index among the files. */
  index: string;
};
