import type { EventType } from '../../../core/records/events.ts';
import type { Attention, ForeignHook } from '../../../core/records/imports.ts';
import type { Base } from '../../context.ts';
import type { Providers } from '../../ports/imports.ts';
import type { Called, Connection } from '../call-provider.ts';
import type { KeyField } from './provider.ts';

/** A record of the old provider in a customer's DNS. */
export type OldRecord = { type: string; host: string };

/** A domain as its provider lists it; `records` null: they are read one domain at a time. */
export type ForeignDomain = { name: string; ref: string; records: OldRecord[] | null; disabled: boolean };

type Ask<T, Input extends unknown[] = []> = (
  ctx: Base & Providers,
  connection: Connection,
  ...input: Input
) => Promise<Called<T>>;

/** The sending domains of an account (M33). */
export type DomainSource = {
  /** The key that its calls take. */
  field: KeyField;
  /** Each name once or more, in any case. */
  list: Ask<ForeignDomain[]>;
  records?: Ask<OldRecord[], [ForeignDomain]>;
  /** The records that it usually has, where its own list does not say. */
  usual: (name: string) => OldRecord[];
  /** What SPF records of its customers include. */
  include: RegExp;
  /** Addresses that may send without their domain being here. */
  addresses?: Ask<string[]>;
};

/** What one place of a provider's endpoints holds; `others`: what is no event endpoint, or had more than an address (M27). */
export type FoundHooks = { hooks: ForeignHook[]; others: Omit<Attention, 'resource'>[] };

/** A place where a provider keeps event endpoints; `key` sorts as they are read. */
export type HookPlace = {
  key: string;
  /** As errors name it. */
  name: string;
  read: Ask<FoundHooks>;
  /** What it lacks is not reported (T2). */
  optional?: true;
};

/** The event endpoints of an account (M38). */
export type HookSource = {
  places: Ask<HookPlace[]>;
  /** Table T5: our events by the provider's names. */
  events: Record<string, readonly EventType[]>;
};
