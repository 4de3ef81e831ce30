import { Checklist, PackageDocuments, collections, isDocumentThere } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import { api, crud, isReference, listShape, nothing, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** A submission package as shown on the tab. */
export interface Package {
  record: AnyRecord
  pid: string
  /** Pid of its permit. */
  permit: string
  number: string
  checklist: Checklist
  readinessPct: number
  missingCount: number
  /** Whether documents are still being collected. */
  isOpen: boolean
}

const collecting: readonly unknown[] = ['COLLECTING', 'CHECKING', 'BLOCKED']

export function toPackage(record: AnyRecord): Package {
  const { permit } = record
  return {
    record,
    pid: record.pid,
    permit: isReference(permit) ? permit.pid : '',
    number: typeof record['refNo'] === 'string' ? record['refNo'] : '',
    checklist: Checklist.catch([]).parse(record['checklist'] ?? []),
    readinessPct: Number(record['readinessPct'] ?? 0),
    missingCount: Number(record['missingCount'] ?? 0),
    isOpen: collecting.includes(record['status']),
  }
}

/** The package of a permit's current submission cycle; null before it is prepared. */
export const packageQuery = (permit: string, cycleNo: number) =>
  queryOptions({
    queryKey: [...recordKeys.collection('rts'), 'of', permit, cycleNo] as const,
    queryFn: async ({ signal }) => {
      const query = { filter: { permit, cycleNo }, pageSize: 1 }
      const { records } = await crud({ apiPath: '/rts', method: 'GET', query }, listShape(collections.rts), {
        signal,
      })
      return records[0] === undefined ? null : toPackage(records[0])
    },
  })

/**
 * The files of a package's documents, their versions and who verified them. The key is below that of the
 * records, so that they are invalidated together.
 */
export const documentsQuery = ({ pid, checklist }: Package) =>
  queryOptions({
    queryKey: [...recordKeys.collection('rts'), 'documents', pid] as const,
    queryFn: ({ signal }) => api.get(`/api/files/documents/${pid}`, PackageDocuments, { signal }),
    enabled: checklist.some(isDocumentThere),
  })

export type PackageDocument = PackageDocuments['documents'][number]

export interface DocumentState {
  state: Checklist[number]['state']
  reason?: string
  file?: string
  onPaper?: boolean
  /** The file that was displayed. The server refuses the change when it was replaced meanwhile. */
  expectedFile?: string | null
}

export const setDocument = (pack: string, documentType: string, body: DocumentState) =>
  crud({ apiPath: `/rts/${pack}/checklist/${documentType}`, method: 'PATCH', body: { ...body } }, nothing)
