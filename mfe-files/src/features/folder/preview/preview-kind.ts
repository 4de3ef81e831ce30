import { servedMimeType } from '@portal/contract'

/** How a file is shown: drawn by us from its bytes, never as a document of its own in our origin. */
export type PreviewKind = 'image' | 'pdf' | 'text' | 'none'

/** Text is shown up to this size; the rest is downloaded. */
export const textBytes = 262_144
/** Larger documents and pictures are downloaded instead. */
export const maxBytes = 100_000_000

const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/**
 * Source: contract.md 10.5. The server's own judgement decides what a file is: what a browser could run has
 * no preview.
 */
export function previewKind(mimeType: string): PreviewKind {
  const served = servedMimeType(mimeType)
  if (pictures.has(served)) return 'image'
  if (served === 'application/pdf') return 'pdf'
  return served.startsWith('text/') || served === 'application/json' ? 'text' : 'none'
}
