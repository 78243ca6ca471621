import stylesSource from './app.css' with { type: 'text' };
import scriptSource from './app.js' with { type: 'text' };
import { iconStyles } from './icons.ts';
import paletteSource from './palette.js' with { type: 'text' };

export const stylesText = `${stylesSource}${iconStyles}`;
export const scriptText: string = `${scriptSource}${paletteSource}`;
