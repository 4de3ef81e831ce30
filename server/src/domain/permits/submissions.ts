import {
  SubmissionsQuery,
  addDays,
  collections,
  fieldFinder,
  parseFilter,
  refusalOf,
  usualSubmissionPeriod,
  withStatusMap,
} from '@portal/contract'
import type { Actor, AuthorityFigures, FigureList, Filter, Submissions } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { read, todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { scopedRows } from '#engine/query/visibility.ts'
import type { VisibleRows } from '#engine/query/visibility.ts'

const firstCycle: Filter = { cycleNo: 1 }
const laterCycle: Filter = { cycleNo: { ne: 1 } }

type Listed = FigureList & { filter: Filter }

function rowsOf(deps: RecordDeps, actor: Actor, { collection, filter, scope }: Listed): VisibleRows {
  const declaration = withStatusMap(collections[collection], deps.statusMap.current)
  return scopedRows(declaration, actor, todayOf(deps, actor), scope).narrow(
    parseFilter(filter, fieldFinder(declaration, actor)),
  )
}

const Counted = z.object({
  authority: z.string().nullable(),
  name: z.string().nullable(),
  count: z.number(),
  first: z.number(),
})
type Counted = z.infer<typeof Counted>

const ofAuthority = ({ authority }: Counted): Filter => ({ authority: authority ?? { isEmpty: true } })

/**
 * `GET /permits/overview/submissions`: by authority, how many packages were submitted in the period, how
 * many permits were approved, and how many of those at first pass. `closed` are the collections whose
 * modules are off for the actor. Throws 403, 400 listing what is wrong in the query.
 */
export async function readSubmissions(
  deps: RecordDeps,
  actor: Actor,
  query: unknown,
  closed: ReadonlySet<string>,
): Promise<Submissions> {
  const parsed = SubmissionsQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { days = usualSubmissionPeriod } = parsed.data
  const since = addDays(todayOf(deps, actor), 1 - days)
  const sent: Listed = { collection: 'rts', filter: { submittedAt: { gte: since } } }
  const approved: Listed = { collection: 'permits', scope: 'all', filter: { approvedDate: { gte: since } } }
  const counted = (list: Listed, first: string) =>
    read(
      deps,
      sql`select c.authority, r.name, c.count, c.first
        from (select t.authority_pid as authority, count(*) as count, ${sql.raw(first)} as first ${rowsOf(deps, actor, list).from()} group by 1) c
        left join authorities r on r.pid = c.authority`,
      Counted,
      'slow',
    )
  const isOpen = !closed.has('rts')
  const [sending, approving] = await Promise.all([
    isOpen ? counted(sent, '0') : [],
    counted(approved, 'count(*) filter (where t.cycle_no = 1)'),
  ])
  const names = new Map([...sending, ...approving].map(({ authority, name }) => [authority, name]))
  const authorities = [...names].map(([authority, name]): AuthorityFigures => {
    const nothing = { authority, name, count: 0, first: 0 }
    const own = (rows: readonly Counted[]) => rows.find((row) => row.authority === authority) ?? nothing
    const narrowed = ({ filter, ...list }: Listed, also: Filter = {}): FigureList => ({
      ...list,
      filter: { ...filter, ...ofAuthority(nothing), ...also },
    })
    const { count, first } = own(approving)
    return {
      authority: authority === null ? null : { pid: authority, title: name ?? '' },
      submitted: isOpen ? { count: own(sending).count, list: narrowed(sent) } : null,
      approved: { count, list: narrowed(approved) },
      firstPass: { count: first, list: narrowed(approved, firstCycle) },
      later: { count: count - first, list: narrowed(approved, laterCycle) },
    }
  })
  const weight = ({ submitted, approved: all }: AuthorityFigures) =>
    [submitted?.count ?? 0, all.count] as const
  const order = (a: AuthorityFigures, b: AuthorityFigures) => {
    const [sentA, approvedA] = weight(a)
    const [sentB, approvedB] = weight(b)
    return (
      sentB - sentA ||
      approvedB - approvedA ||
      (a.authority?.title ?? '').localeCompare(b.authority?.title ?? '')
    )
  }
  return { days, since, authorities: authorities.toSorted(order) }
}
