import { createHash } from 'node:crypto';
import stylesText from './app.css' with { type: 'text' };
import scriptText from './app.js' with { type: 'text' };

type Asset = { path: string; type: string; text: string };

/** A file whose name changes with its content, so that browsers keep it for ever. */
function asset(name: string, type: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const [base, extension] = name.split('.');
  return { path: `/assets/${base}.${hash}.${extension}`, type, text };
}

export const styles = asset('app.css', 'text/css; charset=utf-8', stylesText);
export const script = asset('app.js', 'text/javascript; charset=utf-8', scriptText);

/** The path of htmx, which refreshes parts of pages. Pages need only its name, which changes with its version. */
export const htmxPath = '/assets/htmx.4.0.1.js';

/** The icon: an envelope. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#1f4f8f"/><path d="M6 10h20v13H6zl10 8 10-8" fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/></svg>\n';
