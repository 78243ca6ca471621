import stylesSource from './app.css' with { type: 'text' };
import scriptSource from './app.js' with { type: 'text' };
import { iconStyles } from './icons.ts';

export const stylesText = `${stylesSource}${iconStyles}`;
export const scriptText: string = scriptSource;
