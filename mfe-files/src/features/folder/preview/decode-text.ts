/** The encoding a text begins with a mark of, if it does. */
function markedEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Most bytes of a letter in UTF-8 that a cut may have left behind. */
const maxRest = 3

/**
 * Bytes as the text they are: UTF-16 where it is marked, UTF-8 where all of it reads so, otherwise what
 * Windows wrote before. The end may be cut in the middle of a letter, which is then left out.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes)
  if (marked !== null) return new TextDecoder(marked).decode(bytes)
  for (let rest = 0; rest <= Math.min(maxRest, bytes.length); rest += 1) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - rest))
    } catch {
      // Not UTF-8 as far as it goes: the next attempt leaves one more byte out.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}
