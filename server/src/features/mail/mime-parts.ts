import type PostalMime from 'postal-mime'
import { z } from 'zod'

const Value = z.object({ value: z.string(), params: z.record(z.string(), z.string()) })
/** A part of a message as the parser keeps it once it has read one. The parser has no public way to its parts; its version is fixed. */
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
  contentType.multipart === false && contentType.parsed.value === type && contentDisposition.parsed.value !== 'attachment'

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
    return leaves.some((leaf) => isText(leaf, 'text/html')) ? leaves.filter((leaf) => isText(leaf, 'text/plain')) : []
  })
}

function unlisted(part: MimePart): MimePart[] {
  const { contentType, childNodes, content } = part
  if (contentType.multipart !== false && childNodes.length === 0) return (content?.byteLength ?? 0) > 0 ? [part] : []
  return [...(isAlternative(part) ? textsBesideHtml(part) : []), ...childNodes.flatMap(unlisted)]
}

/** What the parser has read of a message and shows nowhere: texts beside the HTML of a representation, and containers without a boundary. */
export function unlistedParts(parser: PostalMime): UnlistedPart[] {
  const root: unknown = 'root' in parser ? parser.root : null
  return unlisted(MimePart.parse(root)).map(({ contentType, contentDisposition, content }) => ({
    fileName: contentDisposition.parsed.params['filename'] ?? contentType.parsed.params['name'] ?? '',
    mimeType: 'text/plain',
    bytes: new Uint8Array(content ?? new ArrayBuffer(0)),
  }))
}
