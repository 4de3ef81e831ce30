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
import { watchJob } from '../jobs/watch-job.ts'
import type { JobProgress } from '../jobs/watch-job.ts'
import { t } from './texts.ts'

/**
 * How a file is to be read, where the person chose: the sheet, the row of the header, the mark before
 * decimals.
 */
export interface FileReading {
  sheet?: string
  headerRow?: number
  decimal?: 'comma'
}

/** A file to import, as far as the mapping needs it. */
export interface FilePreview extends ImportPreview {
  file: File
  reading: FileReading
}

/** Which table of the file is meant. */
function setReading(form: FormData, { sheet, headerRow }: FileReading): void {
  if (sheet !== undefined) form.set('sheet', sheet)
  if (headerRow !== undefined) form.set('headerRow', String(headerRow))
}

/**
 * Sheets, headers and first rows of a file, as the import itself will read them. Throws in words for what is
 * no table.
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

/** What is imported, and how. */
export interface ImportPlan {
  collection: Declaration
  head: FilePreview
  mapping: ImportMapping
  values: ImportValues
  createsOrgs: boolean
}

export interface ImportReport {
  /** The job that can be taken back. */
  id: string
  result: ImportResult
  total: number
  undoUntil: string | null
}

function formOf({ head, mapping, values, createsOrgs }: ImportPlan, dryRun: boolean): FormData {
  const { decimal } = head.reading
  const form = new FormData()
  // Fields come before the file: the server reads it as it arrives.
  form.set('dryRun', String(dryRun))
  form.set('mapping', JSON.stringify(mapping))
  if (Object.keys(values).length > 0) form.set('values', JSON.stringify(values))
  if (createsOrgs) form.set('createMissing', 'orgs')
  setReading(form, head.reading)
  // Without a mark nobody knows how letters are encoded: the person has seen them.
  if (head.encoding === 'windows-1252') form.set('encoding', head.encoding)
  if (decimal !== undefined) form.set('decimal', decimal)
  form.set('file', head.file)
  return form
}

/** Imports a file, or tells by `dryRun` what an import would make; nothing is written then. */
export async function runImport(
  plan: ImportPlan,
  dryRun: boolean,
  onProgress: (progress: JobProgress) => void,
): Promise<ImportReport> {
  const { job } = await api.post(`/api/import/${plan.collection.name}`, formOf(plan, dryRun), JobStarted)
  const { result, total, undoUntil = null } = await watchJob(job.id, onProgress)
  return { id: job.id, result: ImportResult.parse(result), total, undoUntil }
}

const UndoResponse = z.union([ImportUndone, JobStarted])

/** Takes an import back; more than 500 records are a job whose progress is told. */
export async function undoImport(
  id: string,
  onProgress: (progress: JobProgress) => void,
): Promise<ImportUndone> {
  const response = await api.post(`/api/jobs/${encodeURIComponent(id)}/undo`, {}, UndoResponse)
  if ('kept' in response) return response
  const { result } = await watchJob(response.job.id, onProgress)
  return ImportUndone.parse(result)
}

/** The caller's imports that can still be taken back. */
export const recentImportsQuery = ({ name }: Declaration) =>
  queryOptions({
    queryKey: ['recent imports', name],
    queryFn: ({ signal }) => api.get(`/api/import/${name}`, RecentImports, { signal }),
    staleTime: 0,
  })

/** The skipped rows as a CSV file: row, column, why. */
export function errorsCsv({ errors }: ImportResult): string {
  const lines = errors.map(({ row, line = row, column, message }) =>
    [String(line), column ?? '', message].map((text) => csvCell(maskFormulas(text))).join(','),
  )
  const head = [t('row'), t('column'), t('why')].map(csvCell).join(',')
  return [head, ...lines, ''].join('\r\n')
}
