import { withoutEnd } from '../../../core/characters.ts';
import { reserved } from '../../templates/render.ts';
import type { Dialect } from './dialect.ts';
import { flatName } from './flat-name.ts';
import { lex, type Token, type Trims } from './lex.ts';

type Variable = Extract<Token, { kind: 'variable' }>;

/**
 * A piece of a template that is being converted. `block` means that it is inside a block, where variables
 * stay as written.
 */
export type Piece =
  | { kind: 'text'; text: string; block: boolean }
  | (Pick<Variable, 'kind' | 'written' | 'path' | 'raw' | 'fallback'> & { name: string })
  | { kind: 'unsubscribe'; written: string }
  | { kind: 'kept'; written: string; why: 'blocks' | 'syntax' | 'web_view' };

/** Whether each token is in a block: from its opening to its closing token, or to the end (T6). */
function blocksOf(tokens: Token[]): boolean[] {
  const inBlock = tokens.map(() => false);
  const stack: string[] = [];
  const open = new Map<string, number>();
  const count = (name: string, by: number) => open.set(name, (open.get(name) ?? 0) + by);
  tokens.forEach((token, at) => {
    inBlock[at] = stack.length > 0 || token.kind === 'open';
    if (token.kind === 'open') {
      stack.push(token.name);
      count(token.name, 1);
    } else if (token.kind === 'close' && (open.get(token.name) ?? 0) > 0) {
      // An unclosed inner block ends with the outer block.
      for (let name: string | undefined; name !== token.name; ) {
        name = stack.pop() as string;
        count(name, -1);
      }
    }
  });
  return inBlock;
}

/** Whether a token is a Handlebars comment alone on its line. The engine drops that line (T6). */
function isAlone(tokens: Token[], at: number): boolean {
  if (tokens[at]?.kind !== 'comment') return false;
  const isFree = (next: number, end: number, blanks: (text: string) => string) => {
    const token = tokens[next];
    if (token?.kind !== 'text') return token === undefined;
    const around = blanks(token.text);
    return around.includes('\n') || (tokens[end] === undefined && around.length === token.text.length);
  };
  return (
    isFree(at - 1, at - 2, (text) => text.slice(text.trimEnd().length)) &&
    isFree(at + 1, at + 2, (text) => text.slice(0, text.length - text.trimStart().length))
  );
}

/** Removes white space as the engine does: next to `~`, and around a comment on its own line (T6). */
function trimmed(tokens: Token[], inBlock: boolean[], { engine }: Dialect): Token[] {
  const trims = (at: number): Trims | null => {
    const token = tokens[at];
    return token !== undefined && 'left' in token && !inBlock[at] ? token : null;
  };
  const alone = tokens.map((_, at) => engine === 'handlebars' && !inBlock[at] && isAlone(tokens, at));
  return tokens.map((token, at) => {
    if (token.kind !== 'text' || inBlock[at]) return token;
    let { text } = token;
    if (trims(at - 1)?.right) text = text.trimStart();
    else if (alone[at - 1]) text = text.replace(/^[ \t]*\r?\n?/, '');
    if (trims(at + 1)?.left) text = text.trimEnd();
    else if (alone[at + 1]) text = withoutEnd(text, /[ \t]/);
    return { kind: 'text', text };
  });
}

/** Handlebars helpers, called by tokens of their name, but not by `this.log`. */
const helpers = ['log', 'lookup'];

function variablePiece(
  { written, path, raw, fallback }: Variable,
  { unsubscribe_paths, web_view, engine }: Dialect,
  block: boolean,
): Piece {
  const name = flatName(path);
  // A customer's own variable may have the service's name (M46).
  if (unsubscribe_paths.includes(path) || name === reserved) return { kind: 'unsubscribe', written };
  if (path.toLowerCase() === web_view?.path) return { kind: 'kept', written, why: 'web_view' };
  if (block) return { kind: 'kept', written, why: 'blocks' };
  const isCall = engine === 'handlebars' && fallback === null && helpers.includes(path);
  if (isCall || name === null) return { kind: 'kept', written, why: 'syntax' };
  return { kind: 'variable', written, path, name, raw, fallback };
}

function pieceOf(token: Token, dialect: Dialect, block: boolean): Piece | null {
  if (token.kind === 'text') return { kind: 'text', text: token.text, block };
  if (token.kind === 'variable') return variablePiece(token, dialect, block);
  if (token.kind === 'comment' && !block) return null;
  return { kind: 'kept', written: token.written, why: block ? 'blocks' : 'syntax' };
}

/** A text as pieces. Comments are removed and their surroundings joined, because a comment may split a tag. */
export function piecesOf(text: string, dialect: Dialect): Piece[] {
  const tokens = lex(text, dialect);
  const inBlock = blocksOf(tokens);
  const pieces: Piece[] = [];
  trimmed(tokens, inBlock, dialect).forEach((token, at) => {
    const piece = pieceOf(token, dialect, inBlock[at] === true);
    const last = pieces.at(-1);
    if (piece === null) return;
    if (piece.kind === 'text' && last?.kind === 'text' && last.block === piece.block) last.text += piece.text;
    else pieces.push(piece);
  });
  return pieces;
}
