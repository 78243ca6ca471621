/** What goes around templates, by parts; `missing`: it is named and cannot be read. */
export type Layout = { name: string; parts: { html: string | null; text: string | null } | 'missing' };

/** A template as the provider stores it; "" and null are none (M43). */
export type TemplateSource = {
  subject: string | null;
  html: string | null;
  text: string | null;
  /** What goes around it; `missing`: it names one that cannot be read. */
  layout: Layout | null;
  /** It sets a sender or a reply address of its own, which templates here do not have. */
  has_sender: boolean;
};
