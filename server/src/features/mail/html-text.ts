import { sanitizeShallow } from './parsing/shallow-html.ts'

const lineEnds = /<\/(?:p|div|li|tr|h[1-6]|blockquote|pre|ul|ol|table) ?>|<br ?\/?>/gi
const escaped: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/**
 * The words of an HTML body, one line for each block: what is searched, previewed and sent beside the HTML.
 * Linear in its length.
 */
export function htmlToText(html: string): string {
  return textOfHtml(html).text
}

/** The words of an HTML body, and whether it has elements that lie too deep to be read. */
export function textOfHtml(html: string): { text: string; isDeep: boolean } {
  const { html: words, isFlattened } = sanitizeShallow(
    html.replaceAll(/\s+/g, ' ').replaceAll(lineEnds, (tag) => `${tag}\n`),
    { allowedTags: [], allowedAttributes: {} },
  )
  const text = words
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => escaped[entity] ?? entity)
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return { text, isDeep: isFlattened }
}
