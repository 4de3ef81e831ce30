import { sanitizeShallow } from './shallow-html.ts'

const lineEnds = /<\/(?:p|div|li|tr|h[1-6]|blockquote|pre|ul|ol|table) ?>|<br ?\/?>/gi
const escaped: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/**
 * Plain text of an HTML body, one line per block, for search, preview and the text part of sent mail. Runs in
 * linear time.
 */
export function htmlToText(html: string): string {
  return textOfHtml(html).text
}

/** Plain text of an HTML body, and whether elements were nested too deep to be read. */
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
