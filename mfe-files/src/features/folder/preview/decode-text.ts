/** The encoding given by a byte order mark, if there is one. */
function markedEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Maximum number of bytes of a truncated UTF-8 character at the end. */
const maxRest = 3

/**
 * Decodes bytes as text: UTF-16 with a byte order mark, UTF-8 when all of it is valid, otherwise
 * Windows-1252. The end may be cut inside a character, which is omitted.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes)
  if (marked !== null) return new TextDecoder(marked).decode(bytes)
  for (let rest = 0; rest <= Math.min(maxRest, bytes.length); rest += 1) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - rest))
    } catch {
      // Not valid UTF-8 up to here: the next attempt omits one more byte.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}
