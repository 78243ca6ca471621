import type { Automation, Definition } from '../../core/records/automations.ts';

/** An automation that was read, and what it is to be. */
type Change = { seen: Automation; next: Automation };

export type AutomationStore = {
  /** Stores a definition before anything names it; returns where it is. */
  putDefinition: (
    account: string,
    id: string,
    revision: string,
    definition: Definition,
  ) => Promise<'item' | 'object'>;
  /** null when a change took it away since the automation was read. Remembered by revision. */
  readDefinition: (
    automation: Pick<Automation, 'id' | 'account' | 'revision' | 'place'>,
  ) => Promise<Definition | null>;
  /** The automation and its place in the plan's count, in one transaction (A37). */
  create: (automation: Automation, limit: number) => Promise<'created' | { used: number }>;
  /** Strongly consistent. */
  get: (account: string, id: string) => Promise<Automation | null>;
  /** Newest first; `before` is the id of the last one already seen. */
  list: (
    account: string,
    page: { limit: number; before: string | null },
  ) => Promise<{ entries: Automation[]; next: string | null }>;
  /** Writes `next` where no other write changed the automation (its updated_at) meanwhile; its status stays. */
  save: (change: Change) => Promise<'saved' | 'changed'>;
  /** The same with its trigger and the templates (`tpl_`) that it holds, in one transaction (U72); exact limit (U56). */
  activate: (
    change: Change,
    options: { templates: string[]; limit: number },
  ) => Promise<'saved' | 'changed' | 'trigger_limit'>;
  /** The same, and the trigger and the hold of templates are gone. */
  pause: (change: Change) => Promise<'saved' | 'changed'>;
  /** False when it was changed or deleted since it was seen. */
  remove: (seen: Automation) => Promise<boolean>;
};
