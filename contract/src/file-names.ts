/** Longest name of a file or folder, in bytes of UTF-8: what every file system takes. */
export const longestFileNameBytes = 255

/** A longer end of a name is no extension. */
const longestExtensionBytes = 40

/** Turns the reading direction of what follows, so that a name shows another extension than it has. */
const directionOverrides = /[\u202A-\u202E\u2066-\u2069]/gu
const unkeepable = /[\p{Cc}/\\]/u

function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}

function utf8Length(text: string): number {
  let length = 0
  for (const character of text) length += bytesOf(character.codePointAt(0) ?? 0)
  return length
}

/** The beginning of a text that fits into so many bytes, cut between characters. */
function shortened(text: string, bytes: number): string {
  let [kept, left] = ['', bytes]
  for (const character of text) {
    left -= bytesOf(character.codePointAt(0) ?? 0)
    if (left < 0) break
    kept += character
  }
  return kept
}

/** What is said of a name that begins with a dot. Source: specification.md 5 and 8. */
export function unsupportedFile(name: string): string {
  return `Unsupported file type: ${name}.`
}

export type FileName = { name: string; refusal: null } | { name: null; refusal: string }

const refused = (refusal: string): FileName => ({ name: null, refusal })

/**
 * A name as it is kept: NFC, without outer white space and without marks that turn its direction; or why it
 * cannot be kept. Any language, emoji and names another system reserves are names; paths, control characters
 * and a dot in front are not.
 */
export function toFileName(text: string): FileName {
  const name = text.replaceAll(directionOverrides, '').trim().normalize('NFC')
  if (name === '') return refused('Invalid file')
  if (name.startsWith('.')) return refused(unsupportedFile(name))
  if (unkeepable.test(name) || /\p{Cs}/u.test(name)) return refused('Invalid file')
  if (utf8Length(name) > longestFileNameBytes)
    return refused(`The name is longer than ${longestFileNameBytes} bytes.`)
  return { name, refusal: null }
}

/**
 * The nearest name that can be kept: what cannot stand in a name becomes a hyphen, dots in front go, and what
 * is too long is cut before its extension. A name that can be kept is left as it is.
 */
export function safeFileName(text: string): string {
  const checked = toFileName(text)
  if (checked.name !== null) return checked.name
  const name = text
    .toWellFormed()
    .replaceAll(directionOverrides, '')
    .replaceAll(/[\p{Cc}/\\\uFFFD]+/gu, '-')
    .normalize('NFC')
    .replace(/^[\s.]+/, '')
    .trim()
  if (name === '') return 'Unnamed'
  const dot = name.lastIndexOf('.')
  const isExtension = dot > 0 && utf8Length(name.slice(dot)) <= longestExtensionBytes
  const extension = isExtension ? name.slice(dot) : ''
  return (
    shortened(name.slice(0, name.length - extension.length), longestFileNameBytes - utf8Length(extension)) +
    extension
  )
}

/**
 * The name with ` (n)` before its extension, shortened where it would become too long; n = 0 is the name
 * itself. Folders have no extension.
 */
export function numberedName(name: string, n: number, isFolder: boolean): string {
  if (n === 0) return name
  const dot = isFolder ? -1 : name.lastIndexOf('.')
  const isExtension = dot > 0 && utf8Length(name.slice(dot)) <= longestExtensionBytes
  const [stem, extension] = isExtension ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const suffix = ` (${n})${extension}`
  return shortened(stem, longestFileNameBytes - utf8Length(suffix)) + suffix
}
