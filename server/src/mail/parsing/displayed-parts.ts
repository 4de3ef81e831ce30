import { Parser } from 'htmlparser2'
import { sanitiseHtml } from './sanitise-html.ts'

/** The fields of a part that decide whether a body shows it. */
export interface BodyPart {
  /** Without angle brackets; null if there is none. */
  contentId: string | null
  mimeType: string
}

/**
 * Media types shown as pictures in the frame of a message; others are served as plain bytes
 * (`servedMimeType`).
 */
const pictureTypes: ReadonlySet<string> = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/webp'])
const mark = '/shown-part/'

/** Index of the part that a body shows for a Content-ID: the first picture with it, or -1. */
export function partIndexOf(parts: readonly BodyPart[], contentId: string): number {
  return parts.findIndex(
    (part) => part.contentId === contentId && pictureTypes.has(part.mimeType.toLowerCase()),
  )
}

/** Marker URLs for the pictures of a body, to be read by `visiblePlaces`. */
export const markedPlaces = (parts: readonly BodyPart[]) => (contentId: string) => {
  const place = partIndexOf(parts, contentId)
  return place === -1 ? undefined : `${mark}${place}`
}

const isHidden = ({ style = '', width = '', height = '' }: Record<string, string>) =>
  /(^|;)\s*(display\s*:\s*none|(max-)?width\s*:\s*0(?![.\d]))/i.test(style) ||
  /^0+(px|%)?$/.test(width) ||
  /^0+(px|%)?$/.test(height)

/** Indexes of the visible pictures in a sanitized body with marker URLs. */
export function visiblePartIndexes(sanitised: string): ReadonlySet<number> {
  const places = new Set<number>()
  if (!sanitised.includes(mark)) return places
  const open: boolean[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push((open.at(-1) ?? false) || isHidden(attributes))
      const source = attributes['src'] ?? ''
      if (name === 'img' && source.startsWith(mark) && open.at(-1) === false)
        places.add(Number(source.slice(mark.length)))
    },
    onclosetag: () => void open.pop(),
  })
  parser.end(sanitised)
  return places
}

/**
 * Indexes of the parts a message shows in its body; all others are listed as attachments. Uses the sanitized
 * body. Pure.
 */
export function displayedPartIndexes(html: string | null, parts: readonly BodyPart[]): ReadonlySet<number> {
  if (html === null || !/<img|<image/i.test(html) || !parts.some(({ contentId }) => contentId !== null))
    return new Set()
  return visiblePartIndexes(sanitiseHtml(html, { own: markedPlaces(parts) }).html)
}
