import { scriptHash, stylesHash } from './hashes.ts';

/** Files whose names change with their content, so browsers can cache them forever. */
export const stylesPath = `/assets/app.${stylesHash}.css`;
export const scriptPath = `/assets/app.${scriptHash}.js`;

/** The path of htmx, which refreshes parts of pages. Pages need only its name, which changes with its version. */
export const htmxPath = '/assets/htmx.4.0.1.js';

/** The icon: an envelope. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3d56d6"/><path d="M7 11.5h18v11.5H7zl9 6.5 9-6.5" fill="none" stroke="#fff" stroke-width="2.25" stroke-linejoin="round"/></svg>\n';
