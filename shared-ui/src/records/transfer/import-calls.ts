import { ImportResult, JobStarted, csvCell, maskFormulas } from '@portal/contract'
import type { Declaration, ImportMapping } from '@portal/contract'
import { api } from '../../api/api.ts'
import { watchJob } from '../steps/watch-job.ts'
import type { JobProgress } from '../steps/watch-job.ts'
import { readCsvHead } from './read-csv-head.ts'
import { readXlsxHead } from './read-xlsx-head.ts'

const sampleRows = 5

/** A file to import, as far as the mapping needs it. */
export interface FileHead {
  file: File
  headers: readonly string[]
  samples: readonly (readonly string[])[]
}

const isWorkbook = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Headers and first rows of a file; what it is its first bytes say, not its name. */
export async function readHead(file: File): Promise<FileHead> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const rows = await (isWorkbook(start) ? readXlsxHead : readCsvHead)(file, sampleRows + 1)
  const [headers = [], ...samples] = rows
  return { file, headers: headers.map((header) => header.trim()), samples }
}

export interface ImportReport {
  result: ImportResult
  total: number
}

/** Imports a file, or tells by `dryRun` what an import would make; nothing is written then. */
export async function runImport(
  collection: Declaration,
  { file }: FileHead,
  mapping: ImportMapping,
  dryRun: boolean,
  onProgress: (progress: JobProgress) => void,
): Promise<ImportReport> {
  const form = new FormData()
  // Fields come before the file: the server reads it as it arrives.
  form.set('dryRun', String(dryRun))
  form.set('mapping', JSON.stringify(mapping))
  form.set('file', file)
  const { job } = await api.post(`/api/import/${collection.name}`, form, JobStarted)
  const { result, total } = await watchJob(job.id, onProgress)
  return { result: ImportResult.parse(result), total }
}

/** The skipped rows as a CSV file: row, column, why. */
export function errorsCsv({ errors }: ImportResult): string {
  const lines = errors.map(({ row, column, message }) => [String(row), column ?? '', message].map((text) => csvCell(maskFormulas(text))).join(','))
  return ['Row,Column,Why', ...lines, ''].join('\r\n')
}
