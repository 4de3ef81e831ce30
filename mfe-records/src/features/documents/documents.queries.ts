import { Checklist, collections } from '@portal/contract'
import type { ChecklistItem } from '@portal/contract'
import { crud, listShape, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/**
 * The submission package that needs a document, and the document's checklist item; `item` is null when the
 * checklist does not list it.
 */
export interface InPackage {
  pid: string
  number: string
  item: ChecklistItem | null
}

/** The state of a document in the package of a permit's latest submission cycle; null before there is one. */
export const inPackageQuery = (permit: string, documentType: string) =>
  queryOptions({
    queryKey: [...recordKeys.collection('rts'), 'document', permit, documentType] as const,
    queryFn: async ({ signal }): Promise<InPackage | null> => {
      const query = { filter: { permit }, sort: '-cycleNo', pageSize: 1 }
      const { records } = await crud({ apiPath: '/rts', method: 'GET', query }, listShape(collections.rts), {
        signal,
      })
      const [record] = records
      if (record === undefined) return null
      const checklist = Checklist.catch([]).parse(record['checklist'] ?? [])
      const item = checklist.find((item) => item.documentType === documentType) ?? null
      return { pid: record.pid, number: typeof record['refNo'] === 'string' ? record['refNo'] : '', item }
    },
  })
