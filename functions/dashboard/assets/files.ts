import { createHash } from 'node:crypto';
import stylesText from './app.css' with { type: 'text' };
import scriptText from './app.js' with { type: 'text' };

type Asset = { path: string; type: string; text: string };

/** A file whose name changes with what is in it, so that browsers keep it for ever (D37). */
function asset(name: string, type: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const [base, extension] = name.split('.');
  return { path: `/assets/${base}.${hash}.${extension}`, type, text };
}

export const styles = asset('app.css', 'text/css; charset=utf-8', stylesText);
export const script = asset('app.js', 'text/javascript; charset=utf-8', scriptText);
