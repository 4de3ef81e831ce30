import type { StoredMessage } from '../providers/mail-provider.ts'
import { sanitiseHtml } from '../parsing/sanitise-html.ts'
import type { StrangeLink } from '../parsing/sanitise-html.ts'
import { markedPlaces, partIndexOf, visiblePartIndexes } from '../parsing/displayed-parts.ts'

export type ColourScheme = 'light' | 'dark'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')
}

/** Plain text as HTML with clickable URLs. */
export function textToHtml(text: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"']{1,2000}[^\s<>"'.,;:!?)\]])/)
  return parts
    .map((part, index) =>
      index % 2 === 0
        ? escapeHtml(part)
        : `<a href="${escapeHtml(part)}" target="_blank" rel="noopener noreferrer nofollow">${escapeHtml(part)}</a>`,
    )
    .join('')
}

/** The portal's reading colors (look.md 1); the frame is a separate document without the theme. */
const palettes = {
  light: { ground: '#ffffff', text: '#111827', link: '#15803d', rule: '#e5e7eb' },
  dark: { ground: '#111827', text: '#f3f4f6', link: '#4ade80', rule: '#263041' },
} as const satisfies Record<ColourScheme, Record<string, string>>

/** In dark mode: a dimmed white sheet with rounded corners that keeps the original colors. */
const darkSheet = [
  `html{background:${palettes.dark.ground};padding:8px}`,
  `body{background:${palettes.light.ground};border-radius:6px;filter:brightness(0.88)}`,
].join('')

function styleOf(scheme: ColourScheme): string {
  const { ground, text, link, rule } = palettes[scheme]
  return [
    `:root{color-scheme:${scheme}}`,
    `html,body{margin:0;background:${ground};color:${text}}`,
    'body{font:14px/20px Inter,system-ui,sans-serif;overflow-wrap:anywhere;padding:4px 16px 16px}',
    '.text{white-space:pre-wrap;max-width:72ch}',
    'img{max-width:100%;height:auto}table{max-width:100%}',
    `a[href]{color:${link}}hr{border:0;border-top:1px solid ${rule}}`,
    `blockquote{margin:8px 0;padding:0 0 0 12px;border-left:3px solid ${rule}}`,
    'pre{white-space:pre-wrap}',
  ].join('')
}

/** The parts of a message that are shown. */
export type DisplayedMessage = Pick<StoredMessage, 'html' | 'text' | 'subject' | 'attachments'>

export interface BodyDocument {
  document: string
  blockedPictures: number
  strangeLinks: StrangeLink[]
}

/** URLs of the pictures in a body: of attachments, and of remote pictures when they are shown. */
export interface BodyPictures {
  attachment: (attachmentId: string) => string
  elsewhere?: (url: string) => string
}

/**
 * The document for the frame that shows a message. Plain text and messages without their own colors follow
 * the portal's color mode; the others keep their white background, in dark mode as a dimmed sheet.
 */
export function bodyDocument(
  message: DisplayedMessage,
  scheme: ColourScheme,
  { attachment: attachmentUrl, elsewhere }: BodyPictures,
): BodyDocument {
  const byContentId = (contentId: string) => {
    const attachment = message.attachments[partIndexOf(message.attachments, contentId)]
    return attachment && attachmentUrl(attachment.id)
  }
  const body =
    message.html === null
      ? {
          html: `<div class="text">${textToHtml(message.text)}</div>`,
          blockedPictures: 0,
          hasOwnColours: false,
          strangeLinks: [],
        }
      : sanitiseHtml(message.html, { own: byContentId, ...(elsewhere && { elsewhere }) })
  const style = body.hasOwnColours
    ? `${styleOf('light')}${scheme === 'dark' ? darkSheet : ''}`
    : styleOf(scheme)
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(message.subject)}</title><style>${style}</style>`
  return {
    document: `<!doctype html><html lang="en" dir="auto"><head>${head}</head><body>${body.html}</body></html>`,
    blockedPictures: body.blockedPictures,
    strangeLinks: body.strangeLinks,
  }
}

/** Start of a picture, a link or a URL in a style; a character reference may encode any of these. */
const worthReading = /<(?:img|image|a)[\s/>]|background|url|&#/i

/** Information about a body before it is shown. */
export interface BodyWarnings extends Pick<BodyDocument, 'blockedPictures' | 'strangeLinks'> {
  /** Ids of the attachments shown in the body. */
  shown: string[]
}

/** Number of blocked pictures, misleading links, and the attachments shown in the body. */
export function bodyWarnings({ html, attachments }: DisplayedMessage): BodyWarnings {
  if (html === null || !worthReading.test(html)) return { blockedPictures: 0, strangeLinks: [], shown: [] }
  const {
    html: sanitised,
    blockedPictures,
    strangeLinks,
  } = sanitiseHtml(html, { own: markedPlaces(attachments) })
  const shown = [...visiblePartIndexes(sanitised)].flatMap((place) => attachments[place]?.id ?? [])
  return { blockedPictures, strangeLinks, shown }
}

/**
 * Runs no scripts and loads only what came with the message; links open in a new tab. Source: contract.md
 * 10.6.
 */
export const bodyPolicy = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ')
