import { isDeepStrictEqual } from 'node:util'
import { Refusal, checkWrite, invalid } from '@portal/contract'
import type { Actor, Declaration, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { announceWrites } from './announce.ts'
import { recordLine } from './get-record.ts'
import { lockRecord } from './lock-record.ts'
import { todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { collectionRules } from './rules/rules.ts'
import { refreshSearchText, searchTextFields } from './search-text.ts'
import { openableRows, requireOpen } from './visibility.ts'
import type { VisibleRows } from './visibility.ts'
import { assignments, checkReferences, historySql, inTransaction, run, withoutEmptyLists } from './writing.ts'
import type { FieldChange, WriteContext } from './writing.ts'

const Body = z.record(z.string(), z.unknown())
const Version = z.int().min(1).max(2_147_483_647)

/** The version a patch was made from, if it says so, and the fields it sets. */
function splitVersion(body: unknown): { version: number | undefined; fields: Record<string, unknown> } {
  const parsed = Body.safeParse(body)
  if (!parsed.success) throw invalid('body', 'wrong-type', 'body is not an object')
  const { version, ...fields } = parsed.data
  if (version === undefined) return { version, fields }
  const checked = Version.safeParse(version)
  if (!checked.success) throw invalid('body.version', 'wrong-type', 'body.version is not a version')
  return { version: checked.data, fields }
}

function changesOf(before: RecordValues, values: RecordValues): FieldChange[] {
  return Object.entries(values)
    .map(([field, to]) => ({ field, from: before[field] ?? null, to: to ?? null }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

async function jsonOf(context: WriteContext, rows: VisibleRows, pid: string): Promise<string> {
  const [row] = await run<{ line: string }>(context.deps.database, context.trx, recordLine(rows, pid))
  if (row === undefined) throw new Refusal('forbidden', 'After this change the record would be out of your sight.')
  return row.line
}

/** Required fields stay filled. */
export function checkStillFilled(declaration: Declaration, values: RecordValues, before: RecordValues): void {
  const extra = collectionRules[declaration.name].required?.({ ...before, ...values }) ?? []
  for (const [name, value] of Object.entries(values)) {
    const required = declaration.fields[name]?.required === true || extra.includes(name)
    if (value === null && required) throw invalid(`body.${name}`, 'required', `${name} is required`)
  }
}

async function saveChanges(context: WriteContext, pid: string, version: number, changes: readonly FieldChange[]): Promise<void> {
  const { deps, trx, actor, declaration, now } = context
  await run(
    deps.database,
    trx,
    sql`with saved as (update ${sql.table(declaration.table)} set ${sql.join(assignments(declaration, changes))}, version = ${version},
        updated_at = ${now}::timestamptz, updated_by = ${actor.pid} where pid = ${pid})
      ${historySql(context, pid, 'update', version, changes)}`,
  )
  const changed = new Set(changes.map(({ field }) => field))
  if (!searchTextFields(declaration).some((name) => changed.has(name))) return
  const titles = [declaration.titleField, declaration.numberField, 'authorityNumber']
  await refreshSearchText(
    deps.database,
    trx,
    declaration.table,
    pid,
    titles.some((name) => name !== null && changed.has(name)),
  )
}

/**
 * `PATCH /{collection}/{pid}`: sets fields of a record and answers it as JSON text. Without a difference nothing is written.
 * Refusals in order: 403 closed, 404 out of scope, 403 not the actor's to change, 400 naming the place, 409 for a stale `version`
 * (with `current`), a duplicate, or a rule of the collection.
 */
export async function patchRecord(deps: RecordDeps, actor: Actor, declaration: Declaration, pid: string, body: unknown): Promise<string> {
  const today = todayOf(deps)
  const rows = openableRows(declaration, actor, today)
  requireOpen(declaration, actor, 'update')
  const { line, wrote } = await inTransaction(deps, async (trx) => {
    const { context, before, version } = await lockRecord({ deps, trx, actor, declaration, now: deps.clock.now(), today }, rows, pid, 'update')
    const asked = splitVersion(body)
    const values = withoutEmptyLists(checkWrite(context.declaration, actor, asked.fields))
    checkStillFilled(context.declaration, values, before)
    if (asked.version !== undefined && asked.version !== version) {
      const current = z.record(z.string(), z.unknown()).parse(JSON.parse(await jsonOf(context, rows, pid)))
      throw new Refusal('version-conflict', 'Somebody saved this record in between.', { current })
    }
    const differing = Object.fromEntries(changesOf(before, values).map(({ field, to }) => [field, to]))
    if (Object.keys(differing).length === 0) return { line: await jsonOf(context, rows, pid), wrote: false }
    await checkReferences(context, differing)
    const rules = collectionRules[context.declaration.name]
    const judged = (await rules.beforeWrite?.(context, { action: 'update', values: differing, before, pid })) ?? differing
    await saveChanges(context, pid, version + 1, changesOf(before, judged))
    await rules.afterWrite?.(context, { action: 'update', pid, before, after: { ...before, ...judged } })
    return { line: await jsonOf(context, rows, pid), wrote: true }
  })
  if (wrote) announceWrites(deps.database)
  return line
}
