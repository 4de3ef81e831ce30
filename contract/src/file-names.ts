import { isEmptyText } from './empty-text.ts'
import { phrase, verbatim } from './sentence.ts'
import type { Sayable } from './sentence.ts'

/** Maximum length of a file or folder name in UTF-8 bytes, supported by all file systems. */
export const maxFileNameBytes = 255

/** A longer suffix does not count as an extension. */
const maxExtensionBytes = 40

/** Characters that change the text direction. They can make a name show a false extension. */
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

/** The longest prefix of a text that fits into `bytes`, cut between characters. */
function shortened(text: string, bytes: number): string {
  let [kept, left] = ['', bytes]
  for (const character of text) {
    left -= bytesOf(character.codePointAt(0) ?? 0)
    if (left < 0) break
    kept += character
  }
  return kept
}

/** Refusal of a name with characters that no name may have. Source: specification.md 5 and 8. */
export const invalidFile = 'Invalid file'

/** Refusal of a name that begins with a dot. Source: specification.md 5 and 8. */
export const unsupportedFile = (name: string): Sayable =>
  phrase('Unsupported file type: {{name}}.', { name: verbatim(name) })

export type FileName = { name: string; refusal: null } | { name: null; refusal: Sayable }

const refused = (refusal: Sayable): FileName => ({ name: null, refusal })

/**
 * Returns the name to store (NFC, without outer white space and direction overrides), or why it is refused.
 * Allows any language, emoji and names reserved by other systems. Refuses paths, control characters and a
 * leading dot.
 */
export function toFileName(text: string): FileName {
  const name = text.replaceAll(directionOverrides, '').trim().normalize('NFC')
  if (isEmptyText(name)) return refused(invalidFile)
  if (name.startsWith('.')) return refused(unsupportedFile(name))
  if (unkeepable.test(name) || /\p{Cs}/u.test(name)) return refused(invalidFile)
  if (utf8Length(name) > maxFileNameBytes)
    return refused(phrase('The name is longer than {{maxFileNameBytes}} bytes.', { maxFileNameBytes }))
  return { name, refusal: null }
}

/**
 * Returns the closest valid name: invalid characters become hyphens, leading dots are removed, and an
 * overlong name is cut before its extension. A valid name stays unchanged.
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
  if (isEmptyText(name)) return 'Unnamed'
  const dot = name.lastIndexOf('.')
  const isExtension = dot > 0 && utf8Length(name.slice(dot)) <= maxExtensionBytes
  const extension = isExtension ? name.slice(dot) : ''
  return (
    shortened(name.slice(0, name.length - extension.length), maxFileNameBytes - utf8Length(extension)) +
    extension
  )
}

/**
 * The name with ` (n)` before its extension, shortened to the length limit. n = 0 returns the name itself.
 * Folders have no extension.
 */
export function numberedName(name: string, n: number, isFolder: boolean): string {
  if (n === 0) return name
  const dot = isFolder ? -1 : name.lastIndexOf('.')
  const isExtension = dot > 0 && utf8Length(name.slice(dot)) <= maxExtensionBytes
  const [stem, extension] = isExtension ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const suffix = ` (${n})${extension}`
  return shortened(stem, maxFileNameBytes - utf8Length(suffix)) + suffix
}
