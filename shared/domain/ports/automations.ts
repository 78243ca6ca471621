import type { Automation, Definition } from '../../core/records/automations.ts';
import type { Id } from '../../core/runtime.ts';
import type { Entries, Page } from './common.ts';

/** An automation as it was read, and as it should become. */
type Change = { seen: Automation; next: Automation };

/** The part of an automation that an event lookup reads. */
export type Trigger = Pick<Automation, 'id' | 'account' | 'version' | 'revision' | 'place'>;

export type AutomationStore = {
  /** Stores a definition before anything names it. Returns its location. */
  putDefinition: (
    account: Id<'acc'>,
    id: Id<'aut'>,
    revision: string,
    definition: Definition,
  ) => Promise<'item' | 'object'>;
  /** null if a change replaced it since the automation was read. Cached by revision. */
  readDefinition: (
    automation: Pick<Automation, 'id' | 'account' | 'revision' | 'place'>,
  ) => Promise<Definition | null>;
  /** Creates the automation and its place in the plan's count, in one transaction. */
  create: (automation: Automation, limit: number) => Promise<'created' | { used: number }>;
  /** Strongly consistent. */
  get: (account: Id<'acc'>, id: Id<'aut'>) => Promise<Automation | null>;
  /** Like `get`, but up to 5 s old. For a step before its effect. */
  known: (account: Id<'acc'>, id: Id<'aut'>) => Promise<Automation | null>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<Automation>>;
  /** Active automations that an event of this name starts, at most 50. Strongly consistent. */
  triggers: (account: Id<'acc'>, event: string) => Promise<Trigger[]>;
  /** Writes `next` unless another write changed the automation (its updated_at) meanwhile. Its status stays. */
  save: (change: Change) => Promise<'saved' | 'changed'>;
  /**
   * Like `save`, but also writes its trigger and its hold on templates (`tpl_`), in the same transaction. The
   * limit is exact.
   */
  activate: (
    change: Change,
    options: { templates: Id<'tpl'>[]; limit: number },
  ) => Promise<'saved' | 'changed' | 'trigger_limit'>;
  /** Like `save`, but removes the trigger and the hold on templates. */
  pause: (change: Change) => Promise<'saved' | 'changed'>;
  /** False if changed or deleted since it was read. */
  remove: (seen: Automation) => Promise<boolean>;
};
