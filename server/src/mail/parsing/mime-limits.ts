/** Maximum number of parts read; real messages have fewer. */
const maxParts = 1_000
/** A message with this few parts cannot exceed the nesting limit. */
const fewParts = 90
const maxBoundaryLength = 200
/**
 * A message with more boundaries, or with unusual notations of them, has every possible boundary line counted
 * as a part.
 */
const maxBoundaries = 20_000

const maxFieldLength = 50_000
const maxHeadLength = 1_048_576
/** Number of characters shown of a body whose parts cannot be determined. */
const maxPlainLength = 100_000

/** A boundary in several pieces, with a comment, with escaped quotes, or encoded. */
const oddBoundary = /boundary\s*(?:[*(]|=\s*(?:[(]|"?=[?]|"[^"\r\n]{0,200}\\))/i
const dashes = '\n--'
/** The boundaries of a message, without dashes; null when every line with two dashes may be one. */
function boundariesOf(raw: Buffer): Set<string> | null {
  const text = raw.toString('latin1')
  if (oddBoundary.test(text)) return null
  const found = new Set<string>()
  for (const [, quoted, plain] of text.matchAll(
    /boundary\s*=\s*(?:"([^"\r\n]{0,200})"?|([^\s;"]{1,200}))/gi,
  )) {
    const boundary = (quoted ?? plain ?? '').trimEnd()
    if (boundary.length >= maxBoundaryLength || found.size >= maxBoundaries) return null
    found.add(boundary)
  }
  return found
}

/** Start of part `most + 1`; the length of the message if it has no more than `most`. */
function endOfParts(raw: Buffer, boundaries: Set<string> | null, max: number): number {
  let parts = 0
  for (let at = raw.indexOf(dashes); at !== -1; at = raw.indexOf(dashes, at + 3)) {
    const lineEnd = raw.indexOf('\n', at + 3)
    const line = raw
      .toString(
        'latin1',
        at + 3,
        Math.min(lineEnd === -1 ? raw.length : lineEnd, at + 3 + maxBoundaryLength + 1),
      )
      .trimEnd()
    if (boundaries !== null && !boundaries.has(line)) continue
    parts += 1
    if (parts > max) return at + 1
  }
  return raw.length
}

/** End of the headers: after the empty line. */
function endOfHead(raw: Buffer): number {
  const ends = ['\n\r\n', '\n\n']
    .map((mark) => ({ at: raw.indexOf(mark), length: mark.length }))
    .filter(({ at }) => at !== -1)
  const [first] = ends.toSorted((a, other) => a.at - other.at)
  return first === undefined ? raw.length : first.at + first.length
}

/** The header fields, each cut to a maximum length, until their total limit is reached. */
function fieldsOf(raw: Buffer): string[] {
  const end = endOfHead(raw)
  const fields: string[] = []
  let size = 0
  for (let at = 0; at < end && size < maxHeadLength;) {
    const lineEnd = raw.indexOf('\n', at)
    const next = lineEnd === -1 ? end : lineEnd + 1
    const line = raw.toString('latin1', at, Math.min(next, at + maxFieldLength)).trimEnd()
    at = next
    const last = fields.at(-1)
    const isContinued = last !== undefined && /^[ \t]/.test(line)
    if (line === '' || (isContinued && last.length + line.length > maxFieldLength)) continue
    if (isContinued) fields[fields.length - 1] = `${last}\r\n${line}`
    else fields.push(line)
    size += line.length
  }
  return fields
}

/** Headers of limited length, without the fields that `isLeftOut` names. */
function shortHead(raw: Buffer, isLeftOut: (name: string) => boolean): Buffer {
  const kept = fieldsOf(raw).filter(
    (field) =>
      !isLeftOut(
        field
          .slice(0, Math.max(0, field.indexOf(':')))
          .trim()
          .toLowerCase(),
      ),
  )
  return Buffer.from(`${kept.join('\r\n')}\r\n\r\n`, 'latin1')
}

/**
 * The beginning of a message with a bounded number of parts, or all of it. Counts boundary lines before
 * anything is decoded.
 */
export function firstParts(raw: Buffer): Buffer {
  return raw.subarray(0, endOfParts(raw, boundariesOf(raw), maxParts))
}

/**
 * Fallbacks for a message whose headers or nesting exceed the limits, each with less content: its first parts
 * with short headers, then few parts, finally its beginning as text. Each is created only when the one before
 * failed.
 */
export function truncatedVariants(raw: Buffer): (() => Buffer)[] {
  const bodyFrom = endOfHead(raw)
  const under = (maxCount: number) => () => {
    const end = endOfParts(raw, boundariesOf(raw), maxCount)
    return Buffer.concat([shortHead(raw, () => false), raw.subarray(bodyFrom, Math.max(bodyFrom, end))])
  }
  return [under(maxParts), under(fewParts), () => leadingBytes(raw)]
}

/** Short headers and the beginning of the body, as plain text whatever its type. */
export function leadingBytes(raw: Buffer): Buffer {
  const bodyFrom = endOfHead(raw)
  return Buffer.concat([
    shortHead(raw, (name) => name.startsWith('content-')),
    raw.subarray(bodyFrom, bodyFrom + maxPlainLength),
  ])
}
