/** A file of the site; `kept`: browsers keep it for ever, its name changes with it. */
export type SiteFile = { type: string; text: string; kept?: true };

/** The site that `infra/docs/site.ts` builds: files by path, and the parts of pages that are made on request. */
export type Site = {
  files: Record<string, SiteFile>;
  /** The frame with `<!--title-->` and `<!--content-->`. */
  frame: string;
  /** The path of the search index among the files. */
  index: string;
};
