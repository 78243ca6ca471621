/** The text of every `<tag>` in an XML response, with entities resolved. */
export function xmlTexts(xml: string, tag: string): string[] {
  const matches = xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'));
  return [...matches].map(([, text = '']) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  );
}
