import type { StoredMessage } from './mail-provider.ts'
import { sanitiseHtml } from './sanitise-html.ts'
import type { StrangeLink } from './sanitise-html.ts'
import { markedPlaces, partIndexOf, visiblePartIndexes } from './displayed-parts.ts'

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

/** Plain text as HTML, its web addresses as links. */
export function textToHtml(text: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"']{1,2000}[^\s<>"'.,;:!?)\]])/)
  return parts
    .map((part, place) =>
      place % 2 === 0
        ? escapeHtml(part)
        : `<a href="${escapeHtml(part)}" target="_blank" rel="noopener noreferrer nofollow">${escapeHtml(part)}</a>`,
    )
    .join('')
}

/** The portal's reading colours (look.md 1); the frame is a document of its own and sees no theme. */
const palettes = {
  light: { ground: '#ffffff', text: '#111827', link: '#15803d', rule: '#e5e7eb' },
  dark: { ground: '#111827', text: '#f3f4f6', link: '#4ade80', rule: '#263041' },
} as const satisfies Record<ColourScheme, Record<string, string>>

/** White paper on the dark page: a dimmed sheet with soft corners, its colors as they were meant. */
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

/** What of a message is shown. */
export type DisplayedMessage = Pick<StoredMessage, 'html' | 'text' | 'subject' | 'attachments'>

export interface BodyDocument {
  document: string
  blockedPictures: number
  strangeLinks: StrangeLink[]
}

/** Addresses of what a body shows: of an attachment, and of what lies elsewhere, where that is shown. */
export interface BodyPictures {
  attachment: (attachmentId: string) => string
  elsewhere?: (url: string) => string
}

/**
 * The document for the frame in which a message is read. Plain text and mails without colours of their own
 * follow the portal's colour mode; the others keep the white paper they were written on, in dark mode as a
 * dimmed sheet.
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

/** What a picture, a link or an address in a style begins with; a coded character may be any of it. */
const worthReading = /<(?:img|image|a)[\s/>]|background|url|&#/i

/** What is told of a body before it is shown. */
export interface BodyWarnings extends Pick<BodyDocument, 'blockedPictures' | 'strangeLinks'> {
  /** Ids of the attachments it shows. */
  shown: string[]
}

/**
 * How many pictures of a body are blocked, where links lead elsewhere than they say, and which attachments it
 * shows.
 */
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
 * Nothing in the body runs, and nothing is loaded but what came with the message; links open apart. Source:
 * contract.md 10.6.
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
