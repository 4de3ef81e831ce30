import sanitizeHtml from 'sanitize-html'

const lineEnds = /<\/(?:p|div|li|tr|h[1-6]|blockquote|pre|ul|ol|table)\s*>|<br\s*\/?>/gi
const escaped: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The words of an HTML body, one line for each block: what is searched, previewed and sent beside the HTML. */
export function htmlToText(html: string): string {
  const words = sanitizeHtml(
    html.replaceAll(/\s+/g, ' ').replaceAll(lineEnds, (tag) => `${tag}\n`),
    { allowedTags: [], allowedAttributes: {} },
  )
  return words
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => escaped[entity] ?? entity)
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
