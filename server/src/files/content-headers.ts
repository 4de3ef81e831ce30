import { servedMimeType } from '@portal/contract'
import { create as contentDisposition } from 'content-disposition'
import type { ByteRange } from '#platform/storage/file-store.ts'

/** Allows the browser nothing, even when somebody opens the file's URL directly. */
const contentPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Not allowed in a header's file name: control characters and characters that change the text direction. */
const unsafeInName = /[\p{Cc}\p{Bidi_Control}]/gu

/** A file name safe for a header: no control characters, no path. */
function headerName(name: string): string {
  return name.toWellFormed().replaceAll(unsafeInName, '').replaceAll(/[/\\]/g, '_') || 'file'
}

/** Content-Disposition that saves a download under that name, with any characters. */
export function downloadAs(name: string): string {
  return contentDisposition(headerName(name))
}

/**
 * Response headers for the bytes of a file. A file is always a download under its own name, with a media type
 * that browsers do not run, sniff or frame. Text is marked as UTF-8. Source: contract.md 10.5.
 */
export function contentHeaders(file: {
  name: string
  mimeType: string
  sha256: string | null
}): Record<string, string> {
  const mimeType = servedMimeType(file.mimeType)
  return {
    'content-type': mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType,
    'content-disposition': downloadAs(file.name),
    'content-security-policy': contentPolicy,
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    ...(file.sha256 === null ? {} : { etag: entityTag(file.sha256) }),
  }
}

export function entityTag(sha256: string): string {
  return `"${sha256}"`
}

/** Whether an If-None-Match header contains this ETag. Weak tags match, as in RFC 9110 section 13.1.2. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag)
  )
}

/**
 * The range of `size` bytes that a Range header asks for. null: the whole file (no header, several ranges or
 * an unknown format); 'unsatisfiable': 416. Source: RFC 9110 section 14.2.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (match === null) return null
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return null
  if (from === '')
    return Number(to) === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - Number(to)), end: size - 1 }
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
