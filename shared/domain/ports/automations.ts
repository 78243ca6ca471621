import type { Automation, Definition } from '../../core/records/automations.ts';
import type { Id } from '../../core/runtime.ts';
import type { Entries, Page } from './common.ts';

/** An automation as it was read, and as it is to be. */
type Change = { seen: Automation; next: Automation };

/** The part of an automation that an event finds. */
export type Trigger = Pick<Automation, 'id' | 'account' | 'version' | 'revision' | 'place'>;

export type AutomationStore = {
  /** Stores a definition before anything names it; returns where it is. */
  putDefinition: (
    account: Id<'acc'>,
    id: Id<'aut'>,
    revision: string,
    definition: Definition,
  ) => Promise<'item' | 'object'>;
  /** null when a change took it away since the automation was read. Remembered by revision. */
  readDefinition: (
    automation: Pick<Automation, 'id' | 'account' | 'revision' | 'place'>,
  ) => Promise<Definition | null>;
  /** The automation and its place in the plan's count, in one transaction. */
  create: (automation: Automation, limit: number) => Promise<'created' | { used: number }>;
  /** Strongly consistent. */
  get: (account: Id<'acc'>, id: Id<'aut'>) => Promise<Automation | null>;
  /** The same, up to 5 s old: for a step before its effect. */
  known: (account: Id<'acc'>, id: Id<'aut'>) => Promise<Automation | null>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<Automation>>;
  /** The active automations that an event of this name starts; strongly consistent. At most 50. */
  triggers: (account: Id<'acc'>, event: string) => Promise<Trigger[]>;
  /** Writes `next` where no other write changed the automation (its updated_at) meanwhile; its status stays. */
  save: (change: Change) => Promise<'saved' | 'changed'>;
  /** The same with its trigger and the templates (`tpl_`) that it holds, in one transaction; exact limit. */
  activate: (
    change: Change,
    options: { templates: Id<'tpl'>[]; limit: number },
  ) => Promise<'saved' | 'changed' | 'trigger_limit'>;
  /** The same, and the trigger and the hold of templates are gone. */
  pause: (change: Change) => Promise<'saved' | 'changed'>;
  /** False when it was changed or deleted since it was seen. */
  remove: (seen: Automation) => Promise<boolean>;
};
