/** So many parts of a message are read at most; a message that means something has fewer. */
const maxParts = 1_000
/** In so few parts none lies deeper than the levels that are read. */
const fewParts = 90
const maxBoundaryLength = 200
/**
 * A message that names more boundaries than this, or writes them in ways nobody does, has every line that
 * might begin a part counted.
 */
const maxBoundaries = 20_000

const maxFieldLength = 50_000
const maxHeadLength = 1_048_576
/** So much is shown of a body whose parts cannot be told. */
const maxPlainLength = 100_000

/** A boundary in several pieces, with a comment, with a quote within quotes, or in code. */
const oddBoundary = /boundary\s*(?:[*(]|=\s*(?:[(]|"?=[?]|"[^"\r\n]{0,200}\\))/i
const dashes = '\n--'
/** The lines that begin parts, without their dashes; null where every line of two dashes may be one. */
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

/** Where part `most + 1` begins; the length of the message where it has no more than `most`. */
function endOfParts(raw: Buffer, boundaries: Set<string> | null, most: number): number {
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
    if (parts > most) return at + 1
  }
  return raw.length
}

/** Where the head of a message ends: behind the empty line. */
function endOfHead(raw: Buffer): number {
  const ends = ['\n\r\n', '\n\n']
    .map((mark) => ({ at: raw.indexOf(mark), length: mark.length }))
    .filter(({ at }) => at !== -1)
  const [first] = ends.toSorted((one, other) => one.at - other.at)
  return first === undefined ? raw.length : first.at + first.length
}

/** The fields of a head, each cut to a length, until together they are as long as a head may be. */
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

/** A head of ordinary length; `isLeftOut` names fields that go. */
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
 * As much of a message as has a bounded number of parts, by counting the lines that begin one before anything
 * is unpacked; all of most.
 */
export function firstParts(raw: Buffer): Buffer {
  return raw.subarray(0, endOfParts(raw, boundariesOf(raw), maxParts))
}

/**
 * What can be read of a message whose head or whose levels of parts are beyond all bounds, less from one to
 * the next: its first parts under a head of ordinary length, few of them, and in the end the beginning of its
 * bytes as text. Each is made when the one before was too much.
 */
export function truncatedVariants(raw: Buffer): (() => Buffer)[] {
  const bodyFrom = endOfHead(raw)
  const under = (most: number) => () => {
    const end = endOfParts(raw, boundariesOf(raw), most)
    return Buffer.concat([shortHead(raw, () => false), raw.subarray(bodyFrom, Math.max(bodyFrom, end))])
  }
  return [under(maxParts), under(fewParts), () => leadingBytes(raw)]
}

/** A head of ordinary length and the beginning of the body, as plain text whatever it is. */
export function leadingBytes(raw: Buffer): Buffer {
  const bodyFrom = endOfHead(raw)
  return Buffer.concat([
    shortHead(raw, (name) => name.startsWith('content-')),
    raw.subarray(bodyFrom, bodyFrom + maxPlainLength),
  ])
}
