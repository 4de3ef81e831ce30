import { Corrections, collections, followsOpenWork, unpaidStatuses, unsentPackages } from '@portal/contract'
import type { AnyRecord, Declaration, Filter } from '@portal/contract'
import { crud, isReference, listShape, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'
import type { AskedComments, OpenWork } from './client-actions.ts'

/** Maximum number of records read per list. */
const max = 100

async function read(
  declaration: Declaration,
  filter: Filter,
  signal: AbortSignal,
  more: object = {},
): Promise<AnyRecord[]> {
  const apiPath = `/${declaration.name}${Object.keys(more).length === 0 ? '' : '/search'}`
  const query = { filter: { ...filter }, pageSize: max, ...more }
  return (await crud({ apiPath, method: 'GET', query }, listShape(declaration), { signal })).records
}

/** The permits of these fees, including decided ones. */
function permitsOf(fees: readonly AnyRecord[], signal: AbortSignal): Promise<AnyRecord[]> {
  const pids = [...new Set(fees.flatMap(({ permit }) => (isReference(permit) ? [permit.pid] : [])))]
  if (pids.length === 0) return Promise.resolve([])
  return read(collections.permits, { pid: { in: pids } }, signal, { searchToken: '', scope: 'all' })
}

const unsent: readonly string[] = unsentPackages.filter((status) => typeof status === 'string')

const followed = followsOpenWork.filter((status) => typeof status === 'string')

/** The permits with unanswered comments for the client. Comments can only be read per permit. */
async function commentsAsked(permit: string | undefined, signal: AbortSignal): Promise<AskedComments[]> {
  const about = permit === undefined ? {} : { pid: permit }
  const permits = await read(
    collections.permits,
    { ...about, court: 'CLIENT', status: { in: followed } },
    signal,
  )
  return Promise.all(
    permits.map(async (each) => {
      const { corrections, cycleNo } = await crud(
        { apiPath: `/permits/${each.pid}/corrections`, method: 'GET' },
        Corrections,
        { signal },
      )
      return {
        permit: each,
        comments: corrections.filter(
          (comment) => comment.forClient && comment.cycleNo === cycleNo && comment.status === 'OPEN',
        ),
      }
    }),
  )
}

async function readWork(permit: string | undefined, signal: AbortSignal): Promise<OpenWork> {
  const about: Filter = permit === undefined ? {} : { permit }
  const [tasks, packages, fees, comments] = await Promise.all([
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
    read(
      collections.payments,
      { ...about, status: { in: unpaidStatuses }, kind: { in: ['FEE', 'INVOICE'] } },
      signal,
    ),
    commentsAsked(permit, signal),
  ])
  return { tasks, packages, fees, comments, permits: await permitsOf(fees, signal) }
}

/**
 * The open work of the client for one permit, or for all permits when none is given. The row rules of each
 * collection apply. The key ends in `waiting`, so that the stream invalidates it when one of these records
 * changes.
 */
export const openWorkQuery = (permit?: string) =>
  queryOptions({
    queryKey: [...recordKeys.all, 'of', permit ?? 'all', 'waiting'] as const,
    queryFn: ({ signal }) => readWork(permit, signal),
  })
