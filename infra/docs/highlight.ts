import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { escapeHtml } from '../../shared/core/escape.ts';

const languages = { diff, go, http, ini, json, php, python, ruby, js: javascript, sh: bash };
for (const [name, language] of Object.entries({ ...languages, ts: typescript, html: xml }))
  hljs.registerLanguage(name, language);

/** A deployment's values, which a highlighter must not split. */
const values = /\{(base_url|dashboard_url|smtp_host|smtp_port)\}/g;

/** A code block as html with classes. Plain text if the language is unknown. */
export function highlighted(code: string, language: string): string {
  if (!hljs.getLanguage(language)) return escapeHtml(code);
  const marked = code.replace(values, (_, name: string) => `mailwright0${name}0`);
  const { value } = hljs.highlight(marked, { language });
  return value.replace(/mailwright0(\w+?)0/g, '{$1}');
}
