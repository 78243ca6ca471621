import type { Links } from '../../domain/context.ts';
import { sealedTokens, signedLinks } from '../cursors.ts';
import type { Family } from './compose.ts';

/** Tokens of links in emails. */
export const tokens: Family<Links> = ({ secrets }) => ({
  tokens: sealedTokens(secrets),
  signed_links: signedLinks(secrets),
});
