import {
  ImportPreview,
  ImportResult,
  ImportUndone,
  JobStarted,
  RecentImports,
  csvCell,
  maskFormulas,
} from '@portal/contract'
import type { Declaration, ImportMapping, ImportValues } from '@portal/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../api/api.ts'
import { watchJob } from '../steps/watch-job.ts'
import type { JobProgress } from '../steps/watch-job.ts'

/** How to read a file, as far as the user chose: sheet, header row and decimal separator. */
export interface FileReading {
  sheet?: string
  headerRow?: number
  decimal?: 'comma'
}

/** The part of an imported file that the mapping needs. */
export interface FilePreview extends ImportPreview {
  file: File
  reading: FileReading
}

/** Adds the chosen sheet and header row. */
function setReading(form: FormData, { sheet, headerRow }: FileReading): void {
  if (sheet !== undefined) form.set('sheet', sheet)
  if (headerRow !== undefined) form.set('headerRow', String(headerRow))
}

/**
 * Reads sheets, headers and first rows of a file in the same way as the import. Throws with an explanation if
 * the file is not a table.
 */
export async function readHead(
  { name }: Declaration,
  file: File,
  reading: FileReading,
): Promise<FilePreview> {
  const form = new FormData()
  setReading(form, reading)
  form.set('file', file)
  const preview = await api.post(`/api/import/${name}/preview`, form, ImportPreview)
  return { ...preview, headers: preview.headers.map((header) => header.trim()), file, reading }
}

/** Input of an import. */
export interface ImportPlan {
  collection: Declaration
  head: FilePreview
  mapping: ImportMapping
  values: ImportValues
  createsOrgs: boolean
}

export interface ImportReport {
  /** The job to undo. */
  id: string
  result: ImportResult
  total: number
  undoUntil: string | null
}

function formOf({ head, mapping, values, createsOrgs }: ImportPlan, dryRun: boolean): FormData {
  const { decimal } = head.reading
  const form = new FormData()
  // Fields must precede the file, since the server processes the form as a stream.
  form.set('dryRun', String(dryRun))
  form.set('mapping', JSON.stringify(mapping))
  if (Object.keys(values).length > 0) form.set('values', JSON.stringify(values))
  if (createsOrgs) form.set('createMissing', 'orgs')
  setReading(form, head.reading)
  // Without a byte order mark the encoding is ambiguous. Send the one that the user saw in the preview.
  if (head.encoding === 'windows-1252') form.set('encoding', head.encoding)
  if (decimal !== undefined) form.set('decimal', decimal)
  form.set('file', head.file)
  return form
}

/** Imports a file. With `dryRun` it returns what an import would create and writes nothing. */
export async function runImport(
  plan: ImportPlan,
  dryRun: boolean,
  onProgress: (progress: JobProgress) => void,
): Promise<ImportReport> {
  const { job } = await api.post(`/api/import/${plan.collection.name}`, formOf(plan, dryRun), JobStarted)
  const { result, total, undoUntil = null } = await watchJob(job.id, onProgress)
  return { id: job.id, result: ImportResult.parse(result), total, undoUntil }
}

const UndoAnswer = z.union([ImportUndone, JobStarted])

/** Undoes an import. More than 500 records become a job that reports its progress. */
export async function undoImport(
  id: string,
  onProgress: (progress: JobProgress) => void,
): Promise<ImportUndone> {
  const answer = await api.post(`/api/jobs/${encodeURIComponent(id)}/undo`, {}, UndoAnswer)
  if ('kept' in answer) return answer
  const { result } = await watchJob(answer.job.id, onProgress)
  return ImportUndone.parse(result)
}

/** The caller's imports that can still be undone. */
export const recentImportsQuery = ({ name }: Declaration) =>
  queryOptions({
    queryKey: ['recent imports', name],
    queryFn: ({ signal }) => api.get(`/api/import/${name}`, RecentImports, { signal }),
    staleTime: 0,
  })

/** The skipped rows as a CSV file: row, column, reason. */
export function errorsCsv({ errors }: ImportResult): string {
  const lines = errors.map(({ row, line = row, column, message }) =>
    [String(line), column ?? '', message].map((text) => csvCell(maskFormulas(text))).join(','),
  )
  return ['Row,Column,Why', ...lines, ''].join('\r\n')
}
