import type sanitizeHtml from 'sanitize-html'
import { ownerOf } from './host-owner.ts'
import { sanitizeShallow } from './parsing/shallow-html.ts'
import { allowedStyles } from './sanitise-styles.ts'

const textTags = [
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'big',
  'br',
  'cite',
  'code',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'samp',
  'small',
]
const moreTextTags = ['span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr']
const blockTags = [
  'blockquote',
  'center',
  'dd',
  'div',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'img',
  'li',
  'ol',
  'p',
  'pre',
  'ul',
]
const tableTags = ['caption', 'col', 'colgroup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']

/** Elements that go with everything in them; of all others not allowed, the text stays. */
const goneWithContent =
  'script style title template noscript noembed noframes xmp plaintext listing textarea option select datalist iframe frameset object applet embed svg math audio video canvas map portal dialog'.split(
    ' ',
  )

const cell = ['colspan', 'rowspan', 'width', 'height', 'bgcolor', 'nowrap', 'scope']
const allowedAttributes = {
  '*': ['align', 'dir', 'lang', 'style', 'title', 'valign'],
  a: ['href', 'rel', 'target'],
  img: ['alt', 'height', 'src', 'width'],
  table: ['bgcolor', 'border', 'cellpadding', 'cellspacing', 'width'],
  tr: ['bgcolor'],
  td: cell,
  th: cell,
  col: ['span', 'width'],
  font: ['color', 'face', 'size'],
  ol: ['start', 'type'],
}

/** Attributes whose values are more than words, and what they may be. */
const valuePatterns: Readonly<Record<string, RegExp>> = {
  bgcolor: /^(#[0-9a-f]{3,8}|[a-z]{3,25})$/i,
  color: /^(#[0-9a-f]{3,8}|[a-z]{3,25})$/i,
  width: /^\d{1,4}(px|%)?$/,
  height: /^\d{1,4}(px|%)?$/,
  colspan: /^\d{1,2}$/,
  rowspan: /^\d{1,3}$/,
  span: /^\d{1,2}$/,
}

/** Pictures that lie in the address itself. */
const pictureInPlace = /^data:image\/(png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i
const safeLink = /^(https?:\/\/|mailto:|tel:)/i
/** White space and control characters a browser skips when it reads an address. */
const skippedInAddress = /[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202f\ufeff]/g

/** A link whose words name another host than it leads to. */
export interface StrangeLink {
  text: string
  host: string
}

export interface SanitisedHtml {
  html: string
  /** Pictures that would have been loaded from elsewhere. */
  blockedPictures: number
  /** Does the mail choose colours? Then it is shown on white paper, whatever the portal's colour mode. */
  hasOwnColours: boolean
  /** At most ten, each once. */
  strangeLinks: StrangeLink[]
}

/** Whose addresses the pictures of a mail get. */
export interface PictureUrls {
  /** The address of what came with the message under a Content-ID. */
  own: (contentId: string) => string | undefined
  /** The address of what lies elsewhere; absent where that is not shown. */
  elsewhere?: (url: string) => string
}

const maxStrangeLinks = 10
/** So many pictures from elsewhere are shown of one message; further ones stay blocked. */
const maxPicturesElsewhere = 200
/** Longer ones are left out: the sanitizer reads them in quadratic time. */
const maxAddressLength = 8_000
const maxStyleLength = 4_000
/** Words of a link that are longer name no host. */
const maxHostTextLength = 400

/** May an attribute have this value? Long styles are not read. */
function isReadable(name: string, value: string): boolean {
  if (name === 'style') return value.length <= maxStyleLength
  return valuePatterns[name]?.test(value) ?? true
}

/** A host as it is written in words: an address of the web, or a name with a known kind of ending. */
const writtenHost = /^\s*(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,18})(?:[:/?#]\S*)?\s*$/i

/** The host a link pretends to lead to, where its words are an address of another one than it has. */
function strangeLink(text: string, href: string): StrangeLink | null {
  if (text.length > maxHostTextLength) return null
  const [, written] = writtenHost.exec(text) ?? []
  if (written === undefined || !/^https?:/i.test(href) || !URL.canParse(href)) return null
  const host = new URL(href).hostname
  return ownerOf(written) === ownerOf(host)
    ? null
    : { text: text.trim().slice(0, 100), host: host.slice(0, 100) }
}

/**
 * A mail's HTML as it may be shown: allowed elements and attributes alone, links that open apart and tell
 * nobody where from, pictures that came with the message, and those from elsewhere where `pictures` has an
 * address of ours for them. Nothing left runs, sends, frames or loads from elsewhere.
 * Source: contract.md 10.6.
 */
export function sanitiseHtml(html: string, pictures: PictureUrls): SanitisedHtml {
  let blockedPictures = 0
  let picturesElsewhere = 0
  let hasOwnColours = false
  const strangeLinks = new Map<string, StrangeLink>()

  /** A picture that came with the mail, or the words that stand for one that did not. */
  function toPicture(_tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag {
    const { src, alt = '', ...rest } = attributes
    const address = (src ?? '').replaceAll(skippedInAddress, '')
    const own = address.toLowerCase().startsWith('cid:')
      ? pictures.own(decodeAddress(address.slice(4)))
      : pictureInPlace.test(address)
        ? address
        : undefined
    if (own !== undefined) return { tagName: 'img', attribs: { ...rest, alt, src: own } }
    const isRemote =
      address.length <= maxAddressLength &&
      /^(https?:)?\/\/[^/]/i.test(address) &&
      picturesElsewhere < maxPicturesElsewhere
    if (isRemote && pictures.elsewhere !== undefined) {
      picturesElsewhere += 1
      return {
        tagName: 'img',
        attribs: { ...rest, alt, src: pictures.elsewhere(address.replace(/^\/\//, 'https://')) },
      }
    }
    if (src !== undefined || attributes['srcset'] !== undefined) blockedPictures += 1
    return { tagName: 'span', attribs: {}, text: alt.trim() === '' ? '' : `[${alt.trim()}]` }
  }

  function toLink(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
    const { href, target: _target, rel: _rel, ...rest } = attributes
    const address = (href ?? '').replaceAll(skippedInAddress, '')
    return address.length <= maxAddressLength && safeLink.test(address)
      ? { ...rest, href: address, target: '_blank', rel: 'noopener noreferrer nofollow' }
      : rest
  }

  function clean(tagName: string, given: sanitizeHtml.Attributes): sanitizeHtml.Tag {
    const style = given['style'] ?? ''
    if (given['background'] !== undefined || /url\s*\(/i.test(style)) blockedPictures += 1
    if (/color|background/i.test(style) || given['bgcolor'] !== undefined || given['color'] !== undefined)
      hasOwnColours = true
    const attribs = Object.fromEntries(
      Object.entries(given).filter(([name, value]) => isReadable(name, value)),
    )
    if (tagName === 'a') return { tagName, attribs: toLink(attribs) }
    return { tagName, attribs }
  }

  const { html: clear } = sanitizeShallow(html, {
    allowedTags: [...textTags, ...moreTextTags, ...blockTags, ...tableTags],
    allowedAttributes,
    allowedStyles: { '*': allowedStyles },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    nonTextTags: goneWithContent,
    // Of a tag's own transformer and the one for all, both run, in this order; only the first may put text in
    // place of a tag.
    transformTags: { img: toPicture, '*': clean },
    exclusiveFilter: ({ tag, attribs, text }) => {
      const strange =
        tag === 'a' && strangeLinks.size < maxStrangeLinks ? strangeLink(text, attribs['href'] ?? '') : null
      if (strange !== null) strangeLinks.set(`${strange.text} ${strange.host}`, strange)
      return false
    },
    enforceHtmlBoundary: false,
  })
  return { html: clear, blockedPictures, hasOwnColours, strangeLinks: [...strangeLinks.values()] }
}

function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
