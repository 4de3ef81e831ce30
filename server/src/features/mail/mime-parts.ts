import type PostalMime from 'postal-mime'
import { z } from 'zod'

const Value = z.object({ value: z.string(), params: z.record(z.string(), z.string()) })
/**
 * A part of a message as the parser keeps it once it has read one. The parser has no public way to its parts;
 * its version is fixed.
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

/** A part whose bytes stand neither in the text of the parsed message nor among its attachments. */
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

/** The parts below one that are no containers, without those of a further choice between representations. */
function leavesOf(part: MimePart): MimePart[] {
  if (part.contentType.multipart === false) return [part]
  return part.childNodes.flatMap((child) => (isAlternative(child) ? [] : leavesOf(child)))
}

/** Texts beside the HTML of one representation: of a choice that has HTML the parser shows the HTML alone. */
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

/** The texts a body is joined of, in their order: of a choice its HTML, where it has some. */
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
    // No character set anybody knows.
    return new TextDecoder().decode(bytes)
  }
}

const rootOf = (parser: PostalMime): MimePart => {
  const root: unknown = 'root' in parser ? parser.root : null
  return MimePart.parse(root)
}

/** A text that is joined to a body behind another one. */
export interface FollowingText {
  part: UnlistedPart
  text: string
}

/**
 * Texts the parser joins to an HTML body behind its first text: what stands open there, such as a comment,
 * may swallow them.
 */
export function followingTexts(parser: PostalMime): FollowingText[] {
  const texts = joinedTexts(rootOf(parser))
  if (!texts.some((text) => isText(text, 'text/html'))) return []
  return texts
    .slice(1)
    .map((text) => ({ part: toUnlisted(text, text.contentType.parsed.value), text: decoded(text) }))
}

/**
 * What the parser has read of a message and shows nowhere: texts beside the HTML of a representation, and
 * containers without a boundary.
 */
export function unlistedParts(parser: PostalMime): UnlistedPart[] {
  return unlisted(rootOf(parser)).map((part) => toUnlisted(part, 'text/plain'))
}
