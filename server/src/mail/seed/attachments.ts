import { crc32, deflateSync } from 'node:zlib'

/** An attachment of a seeded message: small, but with real bytes. */
export interface SeedAttachment {
  name: string
  mimeType: string
  bytes: Buffer
  /** Content-ID when the body shows it. */
  contentId: string | null
}

const attached = (name: string, mimeType: string, bytes: Buffer): SeedAttachment => ({
  name,
  mimeType,
  bytes,
  contentId: null,
})

/** Characters outside ASCII become question marks; backslashes and parentheses of PDF strings are escaped. */
const pdfText = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, '\\$&')

/** A minimal one-page PDF with lines of text. */
export function pdf(name: string, lines: readonly string[]): SeedAttachment {
  const shown = lines.map((line) => `(${pdfText(line)}) Tj T*`).join('\n')
  const stream = `BT /F1 11 Tf 16 TL 56 760 Td\n${shown}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return attached(name, 'application/pdf', Buffer.from(file, 'latin1'))
}

export function csv(name: string, rows: readonly (readonly string[])[]): SeedAttachment {
  const lines = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
  return attached(name, 'text/csv', Buffer.from(`${lines.join('\r\n')}\r\n`))
}

export function textFile(name: string, text: string): SeedAttachment {
  return attached(name, 'text/plain', Buffer.from(text))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A grayscale PNG of `size` x `size` pixels; `at` returns the value of a pixel from 0 (black) to 255. */
export function png(
  name: string,
  size: number,
  at: (x: number, y: number) => number,
  contentId: string | null = null,
): SeedAttachment {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Array.from({ length: size }, (_, y) => [
    0,
    ...Array.from({ length: size }, (_point, x) => at(x, y)),
  ]).flat()
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  const bytes = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts])
  return { name, mimeType: 'image/png', bytes, contentId }
}

/** Content-ID of the picture in letterheads. */
export const sealId = 'seal@letterhead.example'

/** The seal of an authority: a light disc with a dark roof. */
export const seal = png(
  'seal.png',
  56,
  (x, y) => {
    const fromCentre = Math.hypot(x - 27.5, y - 27.5)
    const isRoof = y > 16 && y < 28 && Math.abs(x - 27.5) < y - 14
    const isColumn = y >= 30 && y < 42 && Math.abs(x - 27.5) < 13 && Math.floor(x / 4) % 2 === 0
    return fromCentre < 26 && !isRoof && !isColumn ? 245 : 70
  },
  sealId,
)
