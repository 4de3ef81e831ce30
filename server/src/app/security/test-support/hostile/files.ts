import { deflateSync } from 'node:zlib'
import type { HostileInput } from './target.ts'

const pdf = (body: string) => Buffer.from(`%PDF-1.7\n${body}\n%%EOF`, 'latin1')

const documents: Readonly<Record<string, Buffer>> = {
  'a stream that unpacks to 50 MB': Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj <</Filter/FlateDecode/Length 99>> stream\n'),
    deflateSync(Buffer.alloc(50 * 1_048_576)),
    Buffer.from('\nendstream endobj\n%%EOF'),
  ]),
  'pages that are their own parents': pdf(
    '1 0 obj <</Type/Pages/Kids[1 0 R]/Parent 1 0 R/Count 999999999>> endobj trailer <</Root 1 0 R>>',
  ),
  'arrays 200,000 deep': pdf(`1 0 obj ${'['.repeat(200_000)}`),
  'a script that opens by itself': pdf('1 0 obj <</OpenAction<</S/JavaScript/JS(app.alert(1))>>>> endobj'),
  'a table of references that lies': pdf('xref\n0 4294967295\n0000000000 65535 f\nstartxref\n99999999999'),
  'no document': Buffer.alloc(3_000_000, '%PDF'),
}

const png = (width: number, height: number, rest: Buffer) => {
  const header = Buffer.alloc(25)
  header.writeUInt32BE(13, 0)
  header.write('IHDR', 4)
  header.writeUInt32BE(width, 8)
  header.writeUInt32BE(height, 12)
  header[16] = 8
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header, rest])
}

const pictures: Readonly<Record<string, Buffer>> = {
  'a picture of 4 billion points': png(65_535, 65_535, Buffer.alloc(100)),
  'a picture of no points': png(0, 0, Buffer.alloc(0)),
  'a picture that unpacks to 50 MB': png(5_000, 5_000, deflateSync(Buffer.alloc(50 * 1_048_576))),
  'chunks without end': png(1, 1, Buffer.alloc(1_000_000, Buffer.from('0000000074455874', 'hex'))),
  'a gif of 100,000 frames': Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.alloc(900_000, Buffer.from('21f90400000000002c', 'hex')),
  ]),
  'a drawing of drawings': Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg"><g id="a"/>${'<use href="#a"/>'.repeat(50_000)}</svg>`,
  ),
}

/** Documents and images that are expensive to process and cheap to send. */
export function hostileFiles(): HostileInput[] {
  return [
    ...Object.entries(documents).map(([name, bytes]): HostileInput => ({
      kind: 'pdf',
      name,
      send: (target) => target.storeFile('hostile.pdf', 'application/pdf', bytes),
    })),
    ...Object.entries(pictures).map(([name, bytes]): HostileInput => ({
      kind: 'image',
      name,
      send: (target) => target.storeFile('hostile.png', 'image/png', bytes),
    })),
  ]
}
