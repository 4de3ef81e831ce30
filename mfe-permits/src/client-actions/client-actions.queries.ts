import { collections, unpaidStatuses, unsentPackages } from '@portal/contract'
import type { AnyRecord, Declaration, Filter } from '@portal/contract'
import { crud, isReference, listShape, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'
import type { OpenWork } from './client-actions.ts'

/** More than this is no list of next steps any more. */
const most = 100

async function read(declaration: Declaration, filter: Filter, signal: AbortSignal, more: object = {}): Promise<AnyRecord[]> {
  const apiPath = `/${declaration.name}${Object.keys(more).length === 0 ? '' : '/search'}`
  const query = { filter: { ...filter }, pageSize: most, ...more }
  return (await crud({ apiPath, method: 'GET', query }, listShape(declaration), { signal })).records
}

/** The permits that fees are about, decided ones too. */
function permitsOf(fees: readonly AnyRecord[], signal: AbortSignal): Promise<AnyRecord[]> {
  const pids = [...new Set(fees.flatMap(({ permit }) => (isReference(permit) ? [permit.pid] : [])))]
  if (pids.length === 0) return Promise.resolve([])
  return read(collections.permits, { pid: { in: pids } }, signal, { searchToken: '', scope: 'all' })
}

const unsent: readonly string[] = unsentPackages.filter((status) => typeof status === 'string')

async function readWork(about: Filter, signal: AbortSignal): Promise<OpenWork> {
  const [tasks, packages, fees] = await Promise.all([
    read(collections.ctasks, { ...about, status: { in: ['OPEN', 'IN_PROGRESS', 'RETURNED'] } }, signal),
    read(
      collections.rts,
      {
        ...about,
        status: { in: unsent },
        clientAskedAt: { isNotEmpty: true },
        clientApprovedAt: { isEmpty: true },
        clientReturnedAt: { isEmpty: true },
      },
      signal,
    ),
    read(collections.payments, { ...about, status: { in: unpaidStatuses }, kind: { in: ['FEE', 'INVOICE'] } }, signal),
  ])
  return { tasks, packages, fees, permits: await permitsOf(fees, signal) }
}

/**
 * What waits for the client of a permit, or of all of theirs where none is given; each list is read by its own row rule. The key ends in
 * `waiting`: the stream reads it anew when one of these records changes.
 */
export const openWorkQuery = (permit?: string) =>
  queryOptions({
    queryKey: [...recordKeys.all, 'of', permit ?? 'all', 'waiting'] as const,
    queryFn: ({ signal }) => readWork(permit === undefined ? {} : { permit }, signal),
  })
