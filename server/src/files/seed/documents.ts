import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { makeStoreKey } from '#platform/storage/file-store.ts'
import type { FileStore } from '#platform/storage/file-store.ts'

/** Source of a seeded file: a sample of the repository, a text, or a page drawn here. */
export type Bytes =
  | { kind: 'sample'; file: SampleFile }
  | { kind: 'text'; text: string }
  | { kind: 'page'; heading: string; lines: readonly string[] }

export const sampleFiles = [
  'google-doc-document.pdf',
  'image.jpg',
  'inline-image.pdf',
  'libreoffice-form.pdf',
  'minimal-document.pdf',
  'multicolumn.pdf',
  'pdflatex-4-pages.pdf',
  'pdflatex-image.pdf',
  'pdflatex-outline.pdf',
  'smile.png',
] as const
export type SampleFile = (typeof sampleFiles)[number]

const samplesFolder = join(import.meta.dirname, '../../../data/sample-files')

const mimeTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
}

/** Media type of a seeded file, from its name. */
export function mimeTypeOf(name: string): string {
  return mimeTypes[extname(name)] ?? 'application/octet-stream'
}

/**
 * A US Letter page with a heading and lines of text; the bytes are reproducible. The package is loaded here,
 * because a server that has its demo data does not need it.
 */
async function drawPage(heading: string, lines: readonly string[], at: Date): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const page = new PDFDocument({
    size: 'LETTER',
    margin: 56,
    info: { Title: heading, Producer: 'Permit Portal', Creator: 'Permit Portal', CreationDate: at },
  })
  const bytes = buffer(page)
  page.font('Helvetica-Bold').fontSize(16).text(heading).moveDown()
  page.font('Helvetica').fontSize(11)
  for (const line of lines) page.text(line, { paragraphGap: 4 })
  page.end()
  return bytes
}

async function readBytes(source: Bytes, at: Date): Promise<Buffer> {
  switch (source.kind) {
    case 'sample':
      return readFile(join(samplesFolder, source.file))
    case 'text':
      return Buffer.from(source.text, 'utf8')
    case 'page':
      return drawPage(source.heading, source.lines, at)
  }
}

export interface StoredBytes {
  storeKey: string
  sha256: string
  size: number
}

/**
 * Stores bytes under a key made from their hash, so that a sample in a hundred folders, or a repeated seed,
 * is stored once.
 */
export async function storeBytes(store: FileStore, source: Bytes, at: Date): Promise<StoredBytes> {
  const bytes = await readBytes(source, at)
  const hash = createHash('sha256').update(bytes).digest()
  const stored = { storeKey: makeStoreKey(hash), sha256: hash.toString('hex'), size: bytes.byteLength }
  if ((await store.head(stored.storeKey)) === null) {
    await store.put(stored.storeKey, Readable.from([bytes], { objectMode: false }), {
      size: stored.size,
      sha256: stored.sha256,
    })
  }
  return stored
}
