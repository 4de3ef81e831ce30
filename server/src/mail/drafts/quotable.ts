import { textToHtml } from '../reading/body-document.ts'
import type { DisplayedMessage } from '../reading/body-document.ts'
import { sanitiseHtml } from '../parsing/sanitise-html.ts'

/** Replaces `cid:` during sanitizing, which allows no other scheme. */
const ownPicture = '/quoted-picture/'
/** Not percent-encoded, since not all mail programs decode it. */
const plainContentId = /^[\w.@+-]+$/
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Limit of a quote; a draft has at most 900,000 characters. */
const maxQuoteLength = 500_000
/** Number of characters quoted as plain text when the quote is too long. */
const maxPlainQuoteLength = 80_000

/** Sanitized HTML that keeps its own `cid:` pictures: those in `contentIds`, or all (null). */
export function keepOwnImages(html: string, contentIds: ReadonlySet<string | null> | null): string {
  const inUrl = (contentId: string) =>
    plainContentId.test(contentId) ? contentId : encodeURIComponent(contentId)
  const isOwn = (contentId: string) => contentIds === null || contentIds.has(contentId)
  const clean = sanitiseHtml(html, {
    own: (contentId) => (isOwn(contentId) ? `${ownPicture}${inUrl(contentId)}` : undefined),
  })
  return clean.html.replaceAll(`src="${ownPicture}`, 'src="cid:')
}

/**
 * The body of a message as a quote: sanitized, with its own `cid:` pictures, and short enough for a draft.
 */
export function quotedHtml({ html, text, attachments }: DisplayedMessage): string {
  const quoted =
    html === null
      ? `<p>${textToHtml(text).replaceAll(/\r?\n/g, '<br>')}</p>`
      : keepOwnImages(html, new Set(attachments.map(({ contentId }) => contentId)))
  if (quoted.length <= maxQuoteLength) return quoted
  const plain = text
    .slice(0, maxPlainQuoteLength)
    .replaceAll(/[&<>]/g, (character) => escapes[character] ?? '')
  return `<p>${plain.replaceAll(/\r?\n/g, '<br>')}</p><p>[The rest of this message is not quoted because it is too long.]</p>`
}
