import { Refusal, fieldFinder, invalid, mostBulkPids, parseFilter } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import { read, todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { searchedRows } from './searched-rows.ts'
import { listedRows, scopedRows } from './visibility.ts'

/** Which records a bulk call means: named by pid, or all that a list with this filter and search shows. */
export interface Selection {
  pids?: readonly string[] | undefined
  filter?: Record<string, unknown> | undefined
  match?: 'all' | 'any' | undefined
  searchToken?: string | undefined
  scope?: 'all' | undefined
}

/** The pids of a selection, each once. Named pids are not judged here: a foreign one fails on its own. Throws 400 for more than 10,000. */
export async function selectedPids(deps: RecordDeps, actor: Actor, declaration: Declaration, selection: Selection): Promise<string[]> {
  const visible = scopedRows(declaration, actor, todayOf(deps), selection.scope, 'body.scope')
  if (selection.pids !== undefined) return [...new Set(selection.pids)]
  const narrowed = visible.narrow(parseFilter(selection.filter, fieldFinder(declaration, actor), selection.match, 'body.filter'))
  const rows = await searchedRows(deps, narrowed, selection.searchToken)
  const found = await read<{ pid: string }>(deps, sql`select t.pid ${rows.from()} order by t.seq ${sql.raw(`limit ${mostBulkPids + 1}`)}`, 'slow')
  if (found.length > mostBulkPids) throw invalid('body.filter', 'out-of-range', `body.filter names more than ${mostBulkPids} records`)
  return found.map(({ pid }) => pid)
}

/** Refuses what nobody's row could take: a closed collection. */
export function requireListed(deps: RecordDeps, actor: Actor, declaration: Declaration): void {
  if (declaration.access.read(actor) === 'closed') throw new Refusal('forbidden', `Your role does not open ${declaration.name}.`)
  listedRows(declaration, actor, { today: todayOf(deps) })
}
