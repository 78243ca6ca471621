import type { Context } from '../../shared/domain/context.ts';
import type { Identities } from '../../shared/domain/ports/sending.ts';
import type { Options, Values } from './options.ts';

/** A command whose options are checked: does its work and returns what is printed. */
export type Work = (ctx: Context, identities: Identities) => Promise<Record<string, unknown>>;

export type Command = {
  /** Its options, as the usage text shows them. */
  synopsis: string;
  about: string;
  options: Options;
  read: (values: Values) => Work;
};
