import { Refusal, fieldFinder, invalid, formatNumber, parseFilter, phrase } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { narrowShown } from '../query/hidden-records.ts'
import { read, todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { applySearch } from '../search/apply-search.ts'
import { listableRows, scopedRows } from '../query/visibility.ts'

/**
 * The records of a bulk call: a list of pids, or all records that a list with this filter and search shows.
 */
export interface Selection {
  pids?: readonly string[] | undefined
  filter?: Record<string, unknown> | undefined
  match?: 'all' | 'any' | undefined
  searchToken?: string | undefined
  scope?: 'all' | undefined
}

function tooMany(path: string, max: number): Refusal {
  return invalid(
    path,
    'out-of-range',
    phrase('Bulk changes are limited to {{most}} records. Select fewer records.', {
      most: formatNumber(max),
    }),
  )
}

/**
 * The distinct pids of a selection, at most `limits.bulkRecords` of the configuration. Listed pids are not
 * checked here: a pid that the actor may not see fails on its own. Throws 400 if there are more.
 */
export async function selectedPids(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  selection: Selection,
  max: number,
): Promise<string[]> {
  const visible = scopedRows(declaration, actor, todayOf(deps, actor), selection.scope, 'body.scope')
  if (selection.pids !== undefined) {
    const named = [...new Set(selection.pids)]
    if (named.length > max) throw tooMany('body.pids', max)
    return named
  }
  const narrowed = narrowShown(
    visible,
    parseFilter(selection.filter, fieldFinder(declaration, actor), selection.match, 'body.filter'),
  )
  const rows = await applySearch(deps, narrowed, selection.searchToken)
  const found = await read(
    deps,
    sql`select t.pid ${rows.from()} order by t.seq ${sql.raw(`limit ${max + 1}`)}`,
    z.object({ pid: z.string() }),
    'slow',
  )
  if (found.length > max) throw tooMany('body.filter', max)
  return found.map(({ pid }) => pid)
}

/** Throws 403 for a collection that is closed to the actor. */
export function requireListed(deps: RecordDeps, actor: Actor, declaration: Declaration): void {
  if (declaration.access.read(actor) === 'closed')
    throw new Refusal('forbidden', phrase('Your role has no access to {{name}}.', { name: declaration.name }))
  listableRows(declaration, actor, { today: todayOf(deps, actor) })
}
