import { servedMimeType } from '@portal/contract'

/** How a file is previewed: rendered by us from its bytes, never as a document in our origin. */
export type PreviewKind = 'image' | 'pdf' | 'text' | 'none'

/** Text is shown up to this size in bytes; the rest has to be downloaded. */
export const textBytes = 262_144
/** Larger documents and images can only be downloaded. In bytes. */
export const maxBytes = 100_000_000

const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/**
 * Source: contract.md 10.5. The server determines the type of a file: files a browser could run have no
 * preview.
 */
export function previewKind(mimeType: string): PreviewKind {
  const served = servedMimeType(mimeType)
  if (pictures.has(served)) return 'image'
  if (served === 'application/pdf') return 'pdf'
  return served.startsWith('text/') || served === 'application/json' ? 'text' : 'none'
}
