import { Refusal, checkRequired, findField, findStatus, invalid, keyNow, unmaskFormulas } from '@portal/contract'
import type { Declaration, RecordValues, ReferenceTarget } from '@portal/contract'
import { sql } from 'kysely'
import { columnName, columnTypes, quotedColumn, storedFields } from '#records/columns.ts'
import { projectionOf } from '#records/lock-record.ts'
import { takeNumbers } from '#records/numbers.ts'
import { holdStatusMap, statusMapOf } from '#configuration/status-map/in-force.ts'
import { collectionRules } from '#records/rules/rules.ts'
import { searchTextSql } from '#records/search-text.ts'
import { customOf, duplicateRefusal, run, withoutEmptyLists } from '#records/writing.ts'
import type { WriteContext } from '#records/writing.ts'
import type { Source } from './import-plan.ts'
import { readCell } from './read-cells.ts'
import { resolveReferences } from './resolve-references.ts'

export interface FileRow {
  row: number
  cells: string[]
}

export interface RowError {
  row: number
  column?: string
  message: string
}

interface ReadRow {
  row: number
  values: RecordValues
}

interface ReadyRow extends ReadRow {
  pid: string
}

/** A cell as it was before an export; what it put before formulas comes off again. */
const cellOf = ({ column, value }: Source, { cells }: FileRow) => (column === null ? value : unmaskFormulas((cells[column] ?? '').trim())).trim()

function referenceTarget(declaration: Declaration, field: string): ReferenceTarget | undefined {
  return findField(declaration, field)?.to
}

function askedReferences(declaration: Declaration, sources: readonly Source[], rows: readonly FileRow[]): Map<ReferenceTarget, Set<string>> {
  const asked = new Map<ReferenceTarget, Set<string>>()
  for (const source of sources) {
    const target = referenceTarget(declaration, source.field)
    if (target === undefined) continue
    const names = asked.get(target) ?? new Set<string>()
    for (const row of rows) if (cellOf(source, row) !== '') names.add(cellOf(source, row))
    asked.set(target, names)
  }
  return asked
}

/** Rows as values; of a row that cannot be read every wrong cell is named in one sentence. */
async function readRows(
  context: WriteContext,
  sources: readonly Source[],
  rows: readonly FileRow[],
): Promise<{ read: ReadRow[]; errors: RowError[] }> {
  const { declaration } = context
  const resolved = await resolveReferences(context, askedReferences(declaration, sources, rows))
  const errors: RowError[] = []
  const read: ReadRow[] = []
  for (const row of rows) {
    const values: RecordValues = {}
    const wrong: { column: string; message: string }[] = []
    for (const source of sources) {
      const cell = cellOf(source, row)
      const declared = findField(declaration, source.field)
      if (cell === '' || declared === undefined) continue
      if (declared.to !== undefined) {
        const found = resolved.find(declared.to, cell)
        if ('pid' in found) values[source.field] = found.pid
        else wrong.push({ column: source.header, message: found.message })
        continue
      }
      const answer = readCell(source.field, declared, cell)
      if ('value' in answer) values[source.field] = answer.value
      else wrong.push({ column: source.header, message: answer.message })
    }
    const [first] = wrong
    if (first === undefined) read.push({ row: row.row, values: withoutEmptyLists(values) })
    else errors.push({ row: row.row, column: first.column, message: sentenceOf(wrong) })
  }
  return { read, errors }
}

/** What is wrong with a row, once each: a column may fill several fields. */
function sentenceOf(wrong: readonly { column: string; message: string }[]): string {
  return [...new Set(wrong.map(({ column, message }) => `${column}: ${message}`))].join('; ')
}

/** What a status brings with it; one that went from the map since the file was read is what it became. Throws 400 where it became nothing. */
function standingOf({ deps, declaration }: WriteContext, status: unknown): RecordValues {
  if (declaration.table !== 'permits' || typeof status !== 'string') return {}
  const map = statusMapOf(deps.database)
  const found = findStatus(map, keyNow(map, status))
  if (found === undefined) throw invalid('status', 'unknown-status', `Status: ${status} is no longer in the permit status map`)
  return { status: found.key, pipelineStage: found.stage, bucket: found.bucket, court: found.court }
}

/** What the file says holds against what new records have by default; a status brings what follows from it. */
function completed(context: WriteContext, values: RecordValues): RecordValues {
  const { actor, now, declaration } = context
  const defaults = collectionRules[declaration.name].defaults?.(actor, values, now, context) ?? values
  const origin = declaration.fields['origin'] === undefined ? {} : { origin: 'IMPORT' }
  const { status, ...follows } = standingOf(context, values['status'])
  return { ...defaults, ...origin, ...follows, ...values, ...(status === undefined ? {} : { status }) }
}

async function judge(context: WriteContext, { row, values }: ReadRow): Promise<ReadyRow> {
  const { declaration, deps } = context
  const rules = collectionRules[declaration.name]
  const filled = completed(context, values)
  checkRequired(declaration, filled, rules.required?.(filled))
  const judged = (await rules.beforeWrite?.(context, { action: 'create', values: filled })) ?? filled
  return { row, pid: deps.ids.pid(), values: judged }
}

const permitKey = (values: RecordValues) => JSON.stringify([values['authorityNumber'], values['org']])

/** The authority numbers that the organizations of these rows already have, as keys of `permitKey`. */
async function knownPermits({ deps, trx, declaration }: WriteContext, rows: readonly ReadRow[]): Promise<Set<string>> {
  const numbers = [...new Set(rows.map(({ values }) => values['authorityNumber']).filter((number) => typeof number === 'string'))]
  if (declaration.table !== 'permits' || numbers.length === 0) return new Set()
  const found = await run<{ authority_number: string; org: string }>(
    deps.database,
    trx,
    sql`select authority_number, org from permits
      where bucket = any('{processing,processed}') and authority_number = any(${numbers}::text[]) and deleted_at is null`,
  )
  return new Set(found.map(({ authority_number, org }) => permitKey({ authorityNumber: authority_number, org })))
}

/** Writes rows with search text and history, one statement for all of them. */
async function insertRows(context: WriteContext, job: string, rows: readonly ReadyRow[]): Promise<void> {
  const { deps, trx, actor, declaration, now } = context
  const { table, numberField, numberPrefix } = declaration
  await collectionRules[declaration.name].lockFirst?.(
    context,
    [],
    rows.map(({ values }) => values),
  )
  const unnumbered = numberField === null ? [] : rows.filter(({ values }) => !values[numberField])
  const numbers =
    numberPrefix === null || unnumbered.length === 0
      ? []
      : await takeNumbers(deps.database, trx, numberPrefix, now.getUTCFullYear(), unnumbered.length)
  const numbered = new Map(unnumbered.map(({ pid }, at) => [pid, numbers[at]]))
  const fields = storedFields(declaration)
  const records = rows.map(({ pid, values }) => {
    const whole = numberField === null ? values : { ...values, [numberField]: values[numberField] ?? numbered.get(pid) }
    // What is left out is read as empty: most fields of most rows are, and the database would read them all.
    const filled = fields.filter(([name]) => whole[name] !== null && whole[name] !== undefined)
    const stored = Object.fromEntries(filled.map(([name]) => [columnName(name), whole[name]]))
    return { whole, stored: { ...stored, pid, custom: customOf(values) } }
  })
  const columns = fields.map(([name]) => quotedColumn(name)).join(', ')
  const shape = fields.map(([name, declared]) => `${quotedColumn(name)} ${columnTypes[declared.type]}`).join(', ')
  const history = records.map(({ whole, stored }) => ({
    pid: stored.pid,
    collection: projectionOf(declaration, stored).name,
    changes: Object.entries(whole)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([field, to]) => ({ field, from: null, to })),
  }))
  await run(
    deps.database,
    trx,
    sql`with made as (insert into ${sql.table(table)} (pid, custom, created_at, created_by, updated_at, updated_by, ${sql.raw(columns)})
        select pid, custom, ${now}::timestamptz, ${actor.pid}, ${now}::timestamptz, ${actor.pid}, ${sql.raw(columns)}
        from jsonb_to_recordset(${JSON.stringify(records.map(({ stored }) => stored))}::jsonb) as x(pid text, custom jsonb, ${sql.raw(shape)}) returning *),
      searched as (insert into ${sql.table(`${table}_text`)} (seq, t) select t.seq, ${sql.raw(searchTextSql(declaration))} from made t)
      insert into history (at, collection, pid, action, version, actor, changes, job)
      select ${now}::timestamptz, h.collection, h.pid, 'import', 1, ${actor.pid}, h.changes, ${job}
      from jsonb_to_recordset(${JSON.stringify(history)}::jsonb) as h(pid text, collection text, changes jsonb)`,
  )
  for (const { pid, values } of rows)
    await collectionRules[declaration.name].afterWrite?.(context, { action: 'create', pid, before: null, after: values })
}

/** Writes all rows at once; where a unique index is in the way, half and half, so that only the rows concerned are skipped. */
async function insertOrSkip(context: WriteContext, job: string, rows: readonly ReadyRow[]): Promise<RowError[]> {
  if (rows.length === 0) return []
  const { trx } = context
  await sql`savepoint rows`.execute(trx)
  try {
    await insertRows(context, job, rows)
    await sql`release savepoint rows`.execute(trx)
    return []
  } catch (error) {
    const refusal = duplicateRefusal(error)
    if (refusal === null) throw error
    await sql`rollback to savepoint rows`.execute(trx)
    const [only] = rows
    if (rows.length === 1 && only !== undefined) return [{ row: only.row, message: refusal.message }]
    const half = Math.ceil(rows.length / 2)
    return [...(await insertOrSkip(context, job, rows.slice(0, half))), ...(await insertOrSkip(context, job, rows.slice(half)))]
  }
}

/** Permits seen in the rows before, for a dry run, which leaves nothing in the database to find them by. */
export type SeenPermits = Set<string>

/**
 * Imports one batch in the open transaction. Rows that cannot be read, break a rule or exist already are named and skipped. Answers the
 * skipped rows; all others were made.
 */
export async function importBatch(
  context: WriteContext,
  job: string,
  sources: readonly Source[],
  rows: readonly FileRow[],
  seen: SeenPermits,
): Promise<RowError[]> {
  const remembering: WriteContext = { ...context, memo: new Map() }
  if (context.declaration.table === 'permits') await holdStatusMap(context.deps.database, context.trx)
  const { read, errors } = await readRows(remembering, sources, rows)
  const known = await knownPermits(remembering, read)
  const ready: ReadyRow[] = []
  for (const row of read) {
    const key = permitKey(row.values)
    const isNumbered = context.declaration.table === 'permits' && typeof row.values['authorityNumber'] === 'string'
    if (isNumbered && (known.has(key) || seen.has(key))) {
      errors.push({ row: row.row, message: `The client already has a permit ${String(row.values['authorityNumber'])}: skipped as a duplicate` })
      continue
    }
    try {
      ready.push(await judge(remembering, row))
      if (isNumbered) seen.add(key)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      errors.push({ row: row.row, message: error.message })
    }
  }
  errors.push(...(await insertOrSkip(remembering, job, ready)))
  return errors.toSorted((one, other) => one.row - other.row)
}
