import { Parser } from 'htmlparser2'
import { sanitiseHtml } from './sanitise-html.ts'

/** What of a part says whether a body shows it. */
export interface BodyPart {
  /** Without angle brackets; null where it has none. */
  contentId: string | null
  mimeType: string
}

/** Media types the frame of a message shows as a picture; others are served as bytes (`servedMimeType`). */
const pictureTypes: ReadonlySet<string> = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/webp'])
const mark = '/shown-part/'

/**
 * The place of the part that a body shows under a Content-ID: the first picture that has it; -1 where there
 * is none.
 */
export function partIndexOf(parts: readonly BodyPart[], contentId: string): number {
  return parts.findIndex(
    (part) => part.contentId === contentId && pictureTypes.has(part.mimeType.toLowerCase()),
  )
}

/** Addresses for the pictures of a body that is judged by `visiblePlaces`. */
export const markedPlaces = (parts: readonly BodyPart[]) => (contentId: string) => {
  const place = partIndexOf(parts, contentId)
  return place === -1 ? undefined : `${mark}${place}`
}

const isHidden = ({ style = '', width = '', height = '' }: Record<string, string>) =>
  /(^|;)\s*(display\s*:\s*none|(max-)?width\s*:\s*0(?![.\d]))/i.test(style) ||
  /^0+(px|%)?$/.test(width) ||
  /^0+(px|%)?$/.test(height)

/** The places of the pictures a reader sees in a sanitised body whose pictures have marked addresses. */
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
 * Which parts of a message its body shows, by their places; every other one is listed as an attachment.
 * Judged on what is left of the body once it is sanitised. Pure.
 */
export function displayedPartIndexes(html: string | null, parts: readonly BodyPart[]): ReadonlySet<number> {
  if (html === null || !/<img|<image/i.test(html) || !parts.some(({ contentId }) => contentId !== null))
    return new Set()
  return visiblePartIndexes(sanitiseHtml(html, { own: markedPlaces(parts) }).html)
}
