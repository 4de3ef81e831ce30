import type PostalMime from 'postal-mime'
import { z } from 'zod'

const Value = z.object({ value: z.string(), params: z.record(z.string(), z.string()) })
/**
 * A parsed part in the internal format of the parser, which has no public access to its parts. Its version is
 * pinned.
 */
const MimePart = z.object({
  contentType: z.object({ parsed: Value, multipart: z.union([z.string(), z.literal(false)]) }),
  contentDisposition: z.object({ parsed: Value }),
  content: z.instanceof(ArrayBuffer).nullable(),
  get childNodes() {
    return z.array(MimePart)
  },
})
type MimePart = z.infer<typeof MimePart>

/** A part that is neither in the text of the parsed message nor among its attachments. */
export interface UnlistedPart {
  fileName: string
  mimeType: string
  bytes: Uint8Array
}

const isAlternative = ({ contentType }: MimePart) => contentType.multipart === 'alternative'
const isText = ({ contentType, contentDisposition }: MimePart, type: string) =>
  contentType.multipart === false &&
  contentType.parsed.value === type &&
  contentDisposition.parsed.value !== 'attachment'

/** The leaf parts below a part, without those of nested alternatives. */
function leavesOf(part: MimePart): MimePart[] {
  if (part.contentType.multipart === false) return [part]
  return part.childNodes.flatMap((child) => (isAlternative(child) ? [] : leavesOf(child)))
}

/** Plain text parts next to the HTML in one alternative: the parser shows only the HTML of an alternative. */
function textsBesideHtml(choice: MimePart): MimePart[] {
  return choice.childNodes.flatMap((branch) => {
    if (isAlternative(branch)) return []
    const leaves = leavesOf(branch)
    return leaves.some((leaf) => isText(leaf, 'text/html'))
      ? leaves.filter((leaf) => isText(leaf, 'text/plain'))
      : []
  })
}

function unlisted(part: MimePart): MimePart[] {
  const { contentType, childNodes, content } = part
  if (contentType.multipart !== false && childNodes.length === 0)
    return (content?.byteLength ?? 0) > 0 ? [part] : []
  return [...(isAlternative(part) ? textsBesideHtml(part) : []), ...childNodes.flatMap(unlisted)]
}

/** The text parts that are joined to the body, in order: of an alternative its HTML, if it has any. */
function joinedTexts(part: MimePart): MimePart[] {
  if (!isAlternative(part)) {
    return part.contentType.multipart === false
      ? [part].filter((leaf) => isText(leaf, 'text/html') || isText(leaf, 'text/plain'))
      : part.childNodes.flatMap(joinedTexts)
  }
  const leaves = leavesOf(part)
  const withHtml = leaves.filter((leaf) => isText(leaf, 'text/html'))
  return withHtml.length > 0 ? withHtml : leaves.filter((leaf) => isText(leaf, 'text/plain'))
}

function toUnlisted({ contentType, contentDisposition, content }: MimePart, mimeType: string): UnlistedPart {
  return {
    fileName: contentDisposition.parsed.params['filename'] ?? contentType.parsed.params['name'] ?? '',
    mimeType,
    bytes: new Uint8Array(content ?? new ArrayBuffer(0)),
  }
}

function decoded({ contentType, content }: MimePart): string {
  const bytes = content ?? new ArrayBuffer(0)
  try {
    return new TextDecoder(contentType.parsed.params['charset'] ?? 'utf-8').decode(bytes)
  } catch {
    // Unknown character set.
    return new TextDecoder().decode(bytes)
  }
}

const rootOf = (parser: PostalMime): MimePart => {
  const root: unknown = 'root' in parser ? parser.root : null
  return MimePart.parse(root)
}

/** A text part that is joined to the body after another one. */
export interface FollowingText {
  part: UnlistedPart
  text: string
}

/**
 * Text parts that the parser joins after the first part of an HTML body: an unclosed element or comment
 * before them may hide them.
 */
export function followingTexts(parser: PostalMime): FollowingText[] {
  const texts = joinedTexts(rootOf(parser))
  if (!texts.some((text) => isText(text, 'text/html'))) return []
  return texts
    .slice(1)
    .map((text) => ({ part: toUnlisted(text, text.contentType.parsed.value), text: decoded(text) }))
}

/**
 * Parts that the parser does not expose: text next to the HTML of an alternative, and multiparts without a
 * boundary.
 */
export function unlistedParts(parser: PostalMime): UnlistedPart[] {
  return unlisted(rootOf(parser)).map((part) => toUnlisted(part, 'text/plain'))
}
