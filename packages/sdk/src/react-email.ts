/** `<Email />`, by shape, so React's own types aren't needed. */
type Element = { type: unknown; props: unknown; key: string | null };

/**
 * Renders a React Email element to html and text for `emails.send`. Requires @react-email/render in your
 * project.
 */
export async function renderEmail(element: Element): Promise<{ html: string; text: string }> {
  const { render, toPlainText } = await import('@react-email/render');
  const html = await render(element as Parameters<typeof render>[0]);
  return { html, text: toPlainText(html) };
}
