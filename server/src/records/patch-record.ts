import { Refusal, checkWrite, invalid } from '@portal/contract'
import type { Actor, Declaration, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { announceWrites } from './announce.ts'
import { noSuchRecord, recordLine } from './get-record.ts'
import { lockRecord, lookAtRecord } from './lock-record.ts'
import type { Standing } from './lock-record.ts'
import { Slot, keptFor } from './ready-row.ts'
import { read, todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { collectionRules } from './rules/rules.ts'
import { changesOf, saveChanges } from './save-changes.ts'
import { searchTextFields } from './search-text.ts'
import { jsonLines } from './select-list.ts'
import { openableRows, projectionsOf, requireOpen } from './visibility.ts'
import type { VisibleRows } from './visibility.ts'
import { assignments, checkReferences, historySql, inTransaction, refusing, run, withoutEmptyLists } from './writing.ts'
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

/** What a patch asks of the record as it stands: the fields that would change. Refusals as those of `patchRecord`. */
async function judge(actor: Actor, { declaration, before, version }: Standing, body: unknown, current: () => Promise<string>): Promise<RecordValues> {
  const asked = splitVersion(body)
  const values = withoutEmptyLists(checkWrite(declaration, actor, asked.fields))
  checkStillFilled(declaration, values, before)
  if (asked.version !== undefined && asked.version !== version) {
    const record = z.record(z.string(), z.unknown()).parse(JSON.parse(await current()))
    throw new Refusal('version-conflict', 'Somebody saved this record in between.', { current: record })
  }
  return Object.fromEntries(changesOf(before, values).map(({ field, to }) => [field, to]))
}

interface Patched {
  line: string
  wrote: boolean
}

/**
 * Does setting these fields concern this record alone: no reference to look up, no rule to ask, no search text, no field by which
 * the record might leave the actor's sight, and none that shares its column?
 */
function concernsRecordAlone(declaration: Declaration, rows: VisibleRows, names: readonly string[]): boolean {
  const { beforeWrite, afterWrite, updatesJudged } = collectionRules[declaration.name]
  const isJudged = (name: string) => updatesJudged?.includes(name) ?? (beforeWrite !== undefined || afterWrite !== undefined)
  const searched = searchTextFields(declaration)
  const isAlone = (name: string) => {
    const declared = Object.hasOwn(declaration.fields, name) ? declaration.fields[name] : undefined
    return declared !== undefined && declared.computed !== true && declared.to === undefined && declared.type !== 'json' && !isJudged(name)
  }
  return !rows.asksFor(names) && names.every((name) => isAlone(name) && !searched.includes(name))
}

/** What each run of a kept statement brings by itself. */
const slots = { pid: new Slot(), version: new Slot(), next: new Slot(), now: new Slot(), changes: new Slot() }

interface Saving {
  text: string
  values: readonly unknown[]
  /** Stand for the new values of the fields, in their order. */
  to: readonly Slot[]
}

const kept = keptFor<Saving>()

/** The statement that sets these fields of a record with its history and answers it, if the record still has the version that was judged. */
function savingOf({ database }: RecordDeps, rows: VisibleRows, declaration: Declaration, fields: readonly string[]): Saving {
  const { actor, today } = rows
  return kept(rows.declaration, JSON.stringify([actor, today, declaration.name, fields]), () => {
    const to = fields.map(() => new Slot())
    const set = assignments(
      declaration,
      fields.map((field, place) => ({ field, to: to[place] })),
    )
    const saving = sql`with saved as (update ${sql.table(declaration.table)} t set ${sql.join(set)}, version = ${slots.next}::int,
        updated_at = ${slots.now}::timestamptz, updated_by = ${actor.pid}
        where t.pid = ${slots.pid} and t.version = ${slots.version}::int and t.deleted_at is null returning t.*),
      told as (${historySql({ actor, declaration, now: slots.now }, slots.pid, 'update', slots.next, slots.changes, sql`from saved`)})
      ${jsonLines(rows, sql`saved t`)}`
    const { sql: text, parameters } = saving.compile(database.kysely)
    return { text, values: parameters, to }
  })
}

/**
 * Writes the record with its history in one statement, if it still is what was judged, and answers it; null where somebody was faster.
 * Every write raises the version, so the version that was read stands for everything that was read with it.
 */
async function saveAlone(
  deps: RecordDeps,
  rows: VisibleRows,
  pid: string,
  { declaration, version }: Standing,
  changes: readonly FieldChange[],
): Promise<string | null> {
  const saving = savingOf(
    deps,
    rows,
    declaration,
    changes.map(({ field }) => field),
  )
  const filled = new Map<unknown, unknown>([
    [slots.pid, pid],
    [slots.version, version],
    [slots.next, version + 1],
    [slots.now, deps.clock.now()],
    [slots.changes, JSON.stringify(changes)],
    ...changes.map(({ to }, place): [unknown, unknown] => [saving.to[place], to ?? null]),
  ])
  await deps.caller?.settle()
  const values = saving.values.map((value) => (filled.has(value) ? filled.get(value) : value))
  const [row] = await refusing(() => deps.database.named<{ line: string }>(saving.text, values))
  return row?.line ?? null
}

const mostAttempts = 3

/** The names of the fields a body sets, in one order whatever the sender's. */
function namesIn(body: unknown): string[] {
  return Object.keys(typeof body === 'object' && body !== null ? body : {})
    .filter((name) => name !== 'version')
    .toSorted()
}

/** A patch that concerns its record alone: read, judged, and saved if nobody saved in between; undefined where it needs a transaction. */
async function patchAlone(deps: RecordDeps, rows: VisibleRows, pid: string, body: unknown): Promise<Patched | undefined> {
  const { actor } = rows
  const names = namesIn(body)
  if (!concernsRecordAlone(rows.declaration, rows, names)) return undefined
  // What is required may depend on the whole record.
  const asked = projectionsOf(rows.declaration).some((each) => collectionRules[each.name].required !== undefined) ? undefined : names
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const standing = await lookAtRecord(deps, actor, rows.declaration, pid, 'update', asked)
    const current = async () => {
      const [row] = await read<{ line: string }>(deps, recordLine(rows, pid))
      if (row === undefined) throw noSuchRecord(rows.declaration, pid)
      return row.line
    }
    if (!concernsRecordAlone(standing.declaration, rows, names)) return undefined
    const differing = await judge(actor, standing, body, current)
    if (Object.keys(differing).length === 0) return { line: await current(), wrote: false }
    const line = await saveAlone(deps, rows, pid, standing, changesOf(standing.before, differing))
    if (line !== null) return { line, wrote: true }
  }
  return undefined
}

/** A patch that looks around: the record is locked until everything that follows from it is written. */
function patchInTransaction(deps: RecordDeps, rows: VisibleRows, pid: string, body: unknown): Promise<Patched> {
  const { actor, declaration, today } = rows
  return inTransaction(deps, async (trx) => {
    const locked = await lockRecord({ deps, trx, actor, declaration, now: deps.clock.now(), today }, rows, pid, 'update')
    const { context, before, version } = locked
    const differing = await judge(actor, locked, body, () => jsonOf(context, rows, pid))
    if (Object.keys(differing).length === 0) return { line: await jsonOf(context, rows, pid), wrote: false }
    await checkReferences(context, differing)
    const rules = collectionRules[context.declaration.name]
    const judged = (await rules.beforeWrite?.(context, { action: 'update', values: differing, before, pid })) ?? differing
    await saveChanges(context, pid, version + 1, changesOf(before, judged))
    await rules.afterWrite?.(context, { action: 'update', pid, before, after: { ...before, ...judged } })
    return { line: await jsonOf(context, rows, pid), wrote: true }
  })
}

const keptRows = keptFor<VisibleRows>()

/**
 * `PATCH /{collection}/{pid}`: sets fields of a record and answers it as JSON text. Without a difference nothing is written.
 * Refusals in order: 403 closed, 404 out of scope, 403 not the actor's to change, 400 naming the place, 409 for a stale `version`
 * (with `current`), a duplicate, or a rule of the collection.
 */
export async function patchRecord(deps: RecordDeps, actor: Actor, declaration: Declaration, pid: string, body: unknown): Promise<string> {
  const today = todayOf(deps)
  const rows = keptRows(declaration, JSON.stringify([actor, today]), () => openableRows(declaration, actor, today))
  requireOpen(declaration, actor, 'update')
  const { line, wrote } = (await patchAlone(deps, rows, pid, body)) ?? (await patchInTransaction(deps, rows, pid, body))
  if (wrote) announceWrites(deps.database)
  return line
}
