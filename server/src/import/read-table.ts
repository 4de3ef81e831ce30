import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { Refusal, phrase } from '@portal/contract'
import type { ImportFile, ImportPreview, Sayable } from '@portal/contract'
import { hasCode } from '#platform/error-code.ts'
import { tornForm } from '#platform/http/multipart.ts'
import { WorkerLimitError, createWorkerPool } from '#platform/workers/worker-pool.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.ts'
import { tableLimits } from './table-limits.ts'
import { TablePart } from './table-parts.ts'
import type { TableRequest } from './table-parts.ts'

/** The refusal of an unreadable file, with the reason as a sentence. */
function unreadableTable(sentence: Sayable): Refusal {
  return new Refusal('validation-failed', sentence, {
    errors: [{ path: 'file', code: 'unreadable', detail: sentence }],
  })
}

/** Reads the rest of an upload, so that the client can receive the response. */
export async function drain(file: Readable): Promise<void> {
  if (file.readableEnded || file.destroyed) return
  file.resume()
  await finished(file).catch(() => undefined)
}

const isFull = (error: unknown) => hasCode(error, 'ENOSPC', 'EDQUOT')

/** Folder of uploads while they are read. */
export const uploadFolder = (dataDir: string) => join(dataDir, 'imports')

/**
 * Stores an upload in a file and passes its path to `read`. The upload is always read to its end, so that the
 * client gets the error instead of a lost connection. Throws 400 for an incomplete upload, 503 if the disk is
 * full.
 */
export async function withUpload<Result>(
  dataDir: string,
  id: string,
  file: Readable,
  read: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = join(uploadFolder(dataDir), id)
  try {
    await mkdir(uploadFolder(dataDir), { recursive: true, mode: 0o700 })
    await pipeline(file, createWriteStream(path, { mode: 0o600 }))
    return await read(path)
  } catch (error) {
    await drain(file)
    if (file.errored === error) throw tornForm()
    throw isFull(error)
      ? new Refusal('unavailable', 'The file was not accepted: the server’s disk is full.')
      : error
  } finally {
    await rm(path, { force: true })
  }
}

/** Rows of the file as JSON; `rows` is their number. */
export interface TableRows {
  rows: number
  lines: string
}

/** How a file is read, without its path. */
export type TableReading = Omit<TableRequest, 'path' | 'isPreview'>

export interface TableReader {
  /**
   * Reads a CSV or XLSX file in a separate process and returns its properties. Empty rows are left out.
   * Throws 400 for an unreadable file.
   */
  read(
    path: string,
    reading: TableReading,
    onFile: (file: ImportFile) => void,
    onRows: (batch: TableRows) => Promise<void>,
  ): Promise<ImportFile>
  /** The first rows of a file and the header that an import would use. Throws like `read`. */
  preview(path: string, reading: TableReading): Promise<ImportPreview>
  close(): Promise<void>
}

export interface ReaderLimits {
  timeoutMs: number
  memoryMb: number
}

/** The largest tables take half a minute and two gigabytes. The remaining time is for slow machines. */
const usual: ReaderLimits = { timeoutMs: 90_000, memoryMb: 2_048 }

const limitSentence = ({ limit }: WorkerLimitError) =>
  limit === 'time'
    ? phrase('The file takes too long to read: save it as CSV, or split it into several files.', {})
    : phrase('The file needs too much memory to read: save it as CSV, or split it into several files.', {})

async function readParts(
  pool: WorkerPool,
  request: TableRequest,
  onPart: (part: TablePart) => Promise<void> | void,
): Promise<void> {
  try {
    for await (const given of pool.parts('readTable', request)) {
      const part = TablePart.parse(given)
      if ('unreadable' in part) throw unreadableTable(part.unreadable)
      await onPart(part)
    }
  } catch (error) {
    throw error instanceof WorkerLimitError ? unreadableTable(limitSentence(error)) : error
  }
}

export function createTableReader(limits: ReaderLimits = usual): TableReader {
  const pool = createWorkerPool({
    file: join(import.meta.dirname, 'table-tasks.ts'),
    isBackground: true,
    ...limits,
  })
  return {
    async read(path, reading, onFile, onRows) {
      let file: ImportFile | undefined
      await readParts(pool, { ...reading, path, isPreview: false }, (part) => {
        if ('rows' in part) return onRows(part)
        if (!('file' in part)) return undefined
        file = part.file
        return onFile(part.file)
      })
      if (file === undefined) throw new Error('The reader of tables ended without a header.')
      return file
    },
    async preview(path, reading) {
      let preview: ImportPreview | undefined
      await readParts(pool, { ...reading, path, isPreview: true }, (part) => {
        if ('preview' in part) preview = part.preview
      })
      if (preview === undefined) throw new Error('The reader of tables ended without a preview.')
      return preview
    },
    close: () => pool.close(),
  }
}

/** Maximum size of an upload. */
export const maxFileBytes = tableLimits.fileBytes
