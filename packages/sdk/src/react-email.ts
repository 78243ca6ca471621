/** `<Email />`, by its shape, so that React's own types are not needed. */
type Element = { type: unknown; props: unknown; key: string | null };

/** html and text of a React Email element, as `emails.send` takes them. Needs @react-email/render in your project. */
export async function renderEmail(element: Element): Promise<{ html: string; text: string }> {
  const { render, toPlainText } = await import('@react-email/render');
  const html = await render(element as Parameters<typeof render>[0]);
  return { html, text: toPlainText(html) };
}
