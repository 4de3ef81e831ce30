import { textToHtml } from './body-document.ts'
import type { DisplayedMessage } from './body-document.ts'
import { sanitiseHtml } from './sanitise-html.ts'

/** Stands for `cid:` while a body is sanitised, which lets no other scheme through. */
const ownPicture = '/quoted-picture/'
/** Written as it is; mail programs do not all read the escapes of an address. */
const plainContentId = /^[\w.@+-]+$/
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** An answer has room for so much of what it quotes; a draft is at most 900,000 characters. */
const maxQuoteLength = 500_000
/** So much is quoted as plain text where the whole is longer. */
const maxPlainQuoteLength = 80_000

/** HTML made harmless with its own pictures still by `cid:`: those of `contentIds`, or all of them (null). */
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
 * The body of a message as it may be quoted: harmless, its own pictures by `cid:`, and short enough for a
 * draft.
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
