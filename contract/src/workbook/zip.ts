import { inEnglish, phrase } from '../sentence.ts'
import type { Sayable } from '../sentence.ts'

/** Why a workbook cannot be read, as a sentence for the user. */
export class UnreadableWorkbook extends Error {
  readonly sentence: Sayable
  constructor(sentence: Sayable) {
    super(inEnglish(sentence))
    this.name = 'UnreadableWorkbook'
    this.sentence = sentence
  }
}

const damaged = () => new UnreadableWorkbook('The workbook is damaged or incomplete.')

/** One file in a zip: its compression, position and sizes. */
export interface ZipEntry {
  name: string
  method: number
  packedBytes: number
  /** The size according to the directory. It can be wrong; only unpacking reveals the actual size. */
  unpackedBytes: number
  at: number
}

const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50
const localEntry = 0x04034b50
const isEncrypted = 1
/** The end record has 22 bytes and is followed by a comment of at most 65,535 bytes. */
const maxEnd = 65_557
/** Marks a size that is stored in the ZIP64 extra field instead. */
const elsewhere = 0xffff_ffff

const viewOf = async (part: Blob): Promise<DataView> => new DataView(await part.arrayBuffer())

/**
 * Sizes and position of an entry, from its ZIP64 extra field where needed. Source: PKWARE APPNOTE 6.3.10,
 * section 4.5.3.
 */
function placeOf(
  directory: DataView,
  entry: number,
  extra: number,
  extraLength: number,
): [unpacked: number, packed: number, at: number] {
  const short: [number, number, number] = [
    directory.getUint32(entry + 24, true),
    directory.getUint32(entry + 20, true),
    directory.getUint32(entry + 42, true),
  ]
  for (
    let field = extra;
    field + 4 <= extra + extraLength;
    field += 4 + directory.getUint16(field + 2, true)
  ) {
    if (directory.getUint16(field, true) !== 1) continue
    let value = field + 4
    const long = (number: number): number => {
      if (number !== elsewhere) return number
      value += 8
      return Number(directory.getBigUint64(value - 8, true))
    }
    return [long(short[0]), long(short[1]), long(short[2])]
  }
  return short
}

/**
 * The entries of a zip according to its directory; of several entries with the same name, the first one.
 * Throws UnreadableWorkbook when the file is not a zip or has more than `mostEntries` entries. Source: PKWARE
 * APPNOTE 6.3.10, sections 4.3.12 and 4.3.16.
 */
export async function listZip(file: Blob, mostEntries: number): Promise<Map<string, ZipEntry>> {
  const end = await viewOf(file.slice(Math.max(0, file.size - maxEnd)))
  let at = end.byteLength - 22
  while (at >= 0 && end.getUint32(at, true) !== endOfDirectory) at -= 1
  if (at < 0) throw damaged()
  const from = end.getUint32(at + 16, true)
  const directory = await viewOf(file.slice(from, from + end.getUint32(at + 12, true)))
  const entries = new Map<string, ZipEntry>()
  try {
    for (
      let entry = 0;
      entry + 46 <= directory.byteLength && directory.getUint32(entry, true) === directoryEntry;
    ) {
      const [nameLength, extraLength] = [
        directory.getUint16(entry + 28, true),
        directory.getUint16(entry + 30, true),
      ]
      const name = new TextDecoder().decode(new Uint8Array(directory.buffer, entry + 46, nameLength))
      if ((directory.getUint16(entry + 8, true) & isEncrypted) !== 0)
        throw new UnreadableWorkbook('The workbook is encrypted. Save it without a password.')
      const [unpackedBytes, packedBytes, place] = placeOf(
        directory,
        entry,
        entry + 46 + nameLength,
        extraLength,
      )
      if (!entries.has(name))
        entries.set(name, {
          name,
          method: directory.getUint16(entry + 10, true),
          packedBytes,
          unpackedBytes,
          at: place,
        })
      if (entries.size > mostEntries)
        throw new UnreadableWorkbook(
          phrase('The workbook has more than {{mostEntries}} parts.', { mostEntries }),
        )
      entry += 46 + nameLength + extraLength + directory.getUint16(entry + 32, true)
    }
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error
  }
  return entries
}

/** The unpacked bytes of one entry, as a stream. Throws UnreadableWorkbook when it is damaged. */
export async function* unpack(
  file: Blob,
  { name, method, packedBytes, at }: ZipEntry,
): AsyncGenerator<Uint8Array> {
  const local = await viewOf(file.slice(at, at + 30))
  if (local.byteLength < 30 || local.getUint32(0, true) !== localEntry) throw damaged()
  if (method !== 0 && method !== 8)
    throw new UnreadableWorkbook(
      phrase('The part {{name}} of the workbook is packed in a way that is not read.', {
        name: name.slice(0, 100),
      }),
    )
  const from = at + 30 + local.getUint16(26, true) + local.getUint16(28, true)
  const packed: ReadableStream<Uint8Array<ArrayBuffer>> = file.slice(from, from + packedBytes).stream()
  const bytes: ReadableStream<Uint8Array> =
    method === 0 ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = bytes.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw damaged()
      })
      if (done) return
      yield value
    }
  } finally {
    // A caller can stop early. Errors of the cancellation are ignored.
    await reader.cancel().catch(() => undefined)
  }
}

/** Packs files into an uncompressed zip without checksums. It is only passed to the workbook reader. */
export function storedZip(files: ReadonlyMap<string, readonly Uint8Array[]>): ArrayBuffer {
  const entries = [...files].map(([path, pieces]) => ({
    name: new TextEncoder().encode(path),
    pieces,
    size: pieces.reduce((sum, { length }) => sum + length, 0),
  }))
  const total = entries.reduce((sum, { name, size }) => sum + 76 + 2 * name.length + size, 22)
  const bytes = new Uint8Array(total)
  const view = new DataView(bytes.buffer)
  const record = (place: number, signature: number, sizes: number, name: Uint8Array, size: number) => {
    view.setUint32(place, signature, true)
    view.setUint32(place + sizes, size, true)
    view.setUint32(place + sizes + 4, size, true)
    view.setUint16(place + sizes + 8, name.length, true)
  }
  let at = 0
  const places = entries.map(({ name, pieces, size }) => {
    const place = at
    record(at, localEntry, 18, name, size)
    bytes.set(name, at + 30)
    at += 30 + name.length
    for (const piece of pieces) {
      bytes.set(piece, at)
      at += piece.length
    }
    return place
  })
  const directory = at
  for (const [index, { name, size }] of entries.entries()) {
    record(at, directoryEntry, 20, name, size)
    view.setUint32(at + 42, places[index] ?? 0, true)
    bytes.set(name, at + 46)
    at += 46 + name.length
  }
  view.setUint32(at, endOfDirectory, true)
  view.setUint16(at + 8, entries.length, true)
  view.setUint16(at + 10, entries.length, true)
  view.setUint32(at + 12, at - directory, true)
  view.setUint32(at + 16, directory, true)
  return bytes.buffer
}
