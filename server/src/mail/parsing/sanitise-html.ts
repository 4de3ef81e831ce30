import type sanitizeHtml from 'sanitize-html'
import { ownerOf } from '../linking/host-owner.ts'
import { sanitizeShallow } from './shallow-html.ts'
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

/** Elements that are removed with their content; other disallowed elements leave their text. */
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

/** Attributes with restricted values, and their patterns. */
const valuePatterns: Readonly<Record<string, RegExp>> = {
  bgcolor: /^(#[0-9a-f]{3,8}|[a-z]{3,25})$/i,
  color: /^(#[0-9a-f]{3,8}|[a-z]{3,25})$/i,
  width: /^\d{1,4}(px|%)?$/,
  height: /^\d{1,4}(px|%)?$/,
  colspan: /^\d{1,2}$/,
  rowspan: /^\d{1,3}$/,
  span: /^\d{1,2}$/,
}

/** Pictures in data URLs. */
const pictureInPlace = /^data:image\/(png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i
const safeLink = /^(https?:\/\/|mailto:|tel:)/i
/** White space and control characters that browsers ignore in a URL. */
const skippedInAddress = /[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202f\ufeff]/g

/** A link whose text names another host than its target. */
export interface StrangeLink {
  text: string
  host: string
}

export interface SanitisedHtml {
  html: string
  /** Number of remote pictures that were blocked. */
  blockedPictures: number
  /** Whether the mail sets colors. It is then shown on a white background in every color mode. */
  hasOwnColours: boolean
  /** Distinct, at most ten. */
  strangeLinks: StrangeLink[]
}

/** Maps the pictures of a mail to URLs. */
export interface PictureUrls {
  /** URL of the part with a Content-ID. */
  own: (contentId: string) => string | undefined
  /** URL for a remote picture; absent when remote pictures are blocked. */
  elsewhere?: (url: string) => string
}

const maxStrangeLinks = 10
/** Maximum number of remote pictures per message; others stay blocked. */
const maxPicturesElsewhere = 200
/** Longer URLs are dropped: the sanitizer reads them in quadratic time. */
const maxAddressLength = 8_000
const maxStyleLength = 4_000
/** Longer link texts are not checked for a host. */
const maxHostTextLength = 400

/** Whether an attribute may have this value. Long styles are dropped. */
function isReadable(name: string, value: string): boolean {
  if (name === 'style') return value.length <= maxStyleLength
  return valuePatterns[name]?.test(value) ?? true
}

/** A host in a text: a URL, or a host name. */
const writtenHost = /^\s*(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,18})(?:[:/?#]\S*)?\s*$/i

/** The misleading host of a link whose text is a URL of another owner, or null. */
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
 * Sanitizes a mail's HTML for display: only allowed elements and attributes, links that open in a new tab
 * without a referrer, attached pictures, and remote pictures if `pictures` maps them. The result runs,
 * submits, frames and loads nothing else. Source: contract.md 10.6.
 */
export function sanitiseHtml(html: string, pictures: PictureUrls): SanitisedHtml {
  let blockedPictures = 0
  let picturesElsewhere = 0
  let hasOwnColours = false
  const strangeLinks = new Map<string, StrangeLink>()

  /** An attached or mapped picture, or the alternative text of a blocked one. */
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
    // The transformer of a tag runs before the one for all tags. Only the first may replace a tag by text.
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
