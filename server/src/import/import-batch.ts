import { Refusal, checkRequired, findStatus, invalid, keyNow, phrase } from '@portal/contract'
import type {
  DecimalMark,
  Declaration,
  ImportCell,
  ImportOtherForm,
  RecordValues,
  Sayable,
} from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { indexedTextIsAnyOf } from '#platform/database/fold-text.ts'

import { rulesOf } from '#engine/modules/collection-module.ts'
import { duplicateProblem, run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import type { Source } from './import-plan.ts'
import { CellTally, mergedCells, readRows } from './import-rows.ts'
import type { FileRow, ReadRow, RowError } from './import-rows.ts'
import { readCell } from './read-cells.ts'
import { foldName } from './resolve-references.ts'
import { listOtherForms, mergedForms } from './other-forms.ts'
import { rowFault } from './row-faults.ts'
import { insertRows } from './insert-rows.ts'
import type { ImportRow } from './insert-rows.ts'

/** How the rows of an import are processed. */
export interface BatchPlan {
  job: string
  sources: readonly Source[]
  dryRun: boolean
  /** Declaration of organizations if missing clients are created; null otherwise. */
  orgs: Declaration | null
  /** Decimal mark of the file. */
  decimal: DecimalMark
  /** Currency of amounts, which is the portal's. */
  currency: string
}

export interface ImportBatchResult {
  errors: RowError[]
  /** Number of clients created. */
  createdOrgs: number
  /** Names of missing clients, for a dry run. */
  missingOrgs: string[]
  /** Cells to map, for a dry run. */
  cells: ImportCell[]
  /** Values of another form, for a dry run. */
  otherForms: ImportOtherForm[]
}

/**
 * The fields that follow from a status. A status that was replaced in the map since the file was read becomes
 * its replacement. Throws 400 if there is no replacement.
 */
function standingOf({ deps, declaration }: WriteContext, status: unknown): RecordValues {
  if (declaration.table !== 'permits' || typeof status !== 'string') return {}
  const map = deps.statusMap.current
  const found = findStatus(map, keyNow(map, status))
  if (found === undefined)
    throw invalid(
      'status',
      'unknown-status',
      phrase('Status: {{status}} is no longer in the permit status map', { status }),
    )
  return { status: found.key, pipelineStage: found.stage, bucket: found.bucket, court: found.court }
}

/**
 * Values of the file take precedence over the defaults of new records. A status sets the fields that follow
 * from it.
 */
function completed(context: WriteContext, values: RecordValues): RecordValues {
  const { actor, now, declaration } = context
  const defaults = rulesOf(declaration).defaults?.(actor, values, now, context) ?? values
  const origin = declaration.fields['origin'] === undefined ? {} : { origin: 'IMPORT' }
  const { status, ...follows } = standingOf(context, values['status'])
  return { ...defaults, ...origin, ...follows, ...values, ...(status === undefined ? {} : { status }) }
}

async function judge(
  context: WriteContext,
  { line, values }: Pick<ReadRow, 'line' | 'values'>,
): Promise<ImportRow> {
  const { declaration, deps } = context
  const rules = rulesOf(declaration)
  const filled = completed(context, values)
  checkRequired(declaration, filled, rules.required?.(filled))
  const judged = (await rules.beforeWrite?.(context, { action: 'create', values: filled })) ?? filled
  return { line, pid: deps.ids.pid(), values: judged }
}

const permitKey = (values: RecordValues) => JSON.stringify([values['authorityNumber'], values['org']])

/** Authority numbers that the organizations of these rows already have, as keys of `permitKey`. */
async function knownPermits(
  { deps, trx, declaration }: WriteContext,
  rows: readonly Pick<ReadRow, 'values'>[],
): Promise<Set<string>> {
  const numbers = [
    ...new Set(
      rows.map(({ values }) => values['authorityNumber']).filter((number) => typeof number === 'string'),
    ),
  ]
  if (declaration.table !== 'permits' || numbers.length === 0) return new Set()
  const found = await run(
    deps.database,
    trx,
    sql`select authority_number, org from permits
      where bucket = any('{processing,processed}') and ${indexedTextIsAnyOf(sql`authority_number`, numbers)} and deleted_at is null`,
    z.object({ authority_number: z.string(), org: z.string() }),
  )
  return new Set(
    found.map(({ authority_number, org }) => permitKey({ authorityNumber: authority_number, org })),
  )
}

/**
 * Inserts all rows in one query. If a unique index refuses them, splits them in halves, so that only the
 * duplicate rows are skipped.
 */
async function insertOrSkip(
  context: WriteContext,
  job: string,
  rows: readonly ImportRow[],
): Promise<RowError[]> {
  if (rows.length === 0) return []
  const { trx } = context
  await sql`savepoint rows`.execute(trx)
  try {
    await insertRows(context, job, rows)
    await sql`release savepoint rows`.execute(trx)
    return []
  } catch (error) {
    const refusal = duplicateProblem(error)
    if (refusal === null) throw error
    await sql`rollback to savepoint rows`.execute(trx)
    const [only] = rows
    if (rows.length === 1 && only !== undefined) return [{ line: only.line, message: refusal.detail }]
    const half = Math.ceil(rows.length / 2)
    return [
      ...(await insertOrSkip(context, job, rows.slice(0, half))),
      ...(await insertOrSkip(context, job, rows.slice(half))),
    ]
  }
}

/**
 * Creates the clients that rows name in one query. Returns their pids, or what is wrong with them, by folded
 * name.
 */
async function makeOrgs(
  context: WriteContext,
  { job, orgs }: BatchPlan,
  rows: readonly ReadRow[],
): Promise<Map<string, { pid: string } | { message: Sayable }>> {
  const made = new Map<string, { pid: string } | { message: Sayable }>()
  if (orgs === null) return made
  const own: WriteContext = { ...context, declaration: orgs }
  const ready: ImportRow[] = []
  for (const name of rows.flatMap(({ newOrgs }) => [...newOrgs.values()])) {
    if (made.has(foldName(name))) continue
    const read = readCell('legalName', orgs.fields['legalName'] ?? { type: 'text' }, name)
    const result =
      'message' in read
        ? read
        : await judge(own, { line: 0, values: { legalName: read.value } }).catch(messageOf)
    if ('pid' in result) ready.push(result)
    made.set(foldName(name), result)
  }
  if (ready.length > 0) await insertRows(own, job, ready)
  return made
}

function messageOf(error: unknown): { message: Sayable } {
  if (error instanceof Refusal) return { message: error.detail }
  throw error
}

/** Permits of earlier rows in a dry run, which leaves nothing in the database to find them by. */
export type SeenPermits = Set<string>

interface Attempt extends Omit<ImportBatchResult, 'createdOrgs'> {
  /** Pids of the clients created for these rows. */
  orgs: string[]
  /** Number of created clients that no inserted row refers to. */
  unused: number
  seen: string[]
}

/**
 * Reads, checks and inserts rows once. Throws the error of a row that the database or our code cannot
 * process. With `isCareful`, rows that a unique index refuses are skipped and reported, which needs
 * additional savepoints.
 */
async function attempt(
  context: WriteContext,
  plan: BatchPlan,
  rows: readonly FileRow[],
  seen: SeenPermits,
  isCareful: boolean,
): Promise<Attempt> {
  const remembering: WriteContext = { ...context, memo: new Map(), isMany: true }
  const tally = plan.dryRun ? new CellTally() : null
  const { decimal, currency } = plan
  const options = { createsOrgs: plan.orgs !== null, tally, decimal, currency }
  const { read, errors, missingOrgs } = await readRows(remembering, plan.sources, rows, options)
  const made = await makeOrgs(remembering, plan, read)
  const known = await knownPermits(remembering, read)
  const ready: ImportRow[] = []
  const seenNow = new Set<string>()
  for (const { line, values, newOrgs } of read) {
    const filled = { ...values }
    const wrong: Sayable[] = []
    for (const [field, name] of newOrgs) {
      const org = made.get(foldName(name))
      if (org !== undefined && 'pid' in org) filled[field] = org.pid
      else wrong.push(org?.message ?? phrase('{{noun}} “{{name}}” not found', { noun: 'organization', name }))
    }
    const [message] = wrong
    if (message !== undefined) {
      errors.push({ line, message })
      continue
    }
    // A dry run creates a missing client again in each batch, so the key uses its name instead of its pid.
    const newOrg = newOrgs.get('org')
    const key = permitKey(newOrg === undefined ? values : { ...values, org: `new ${foldName(newOrg)}` })
    const number = context.declaration.table === 'permits' ? values['authorityNumber'] : null
    const isNumbered = typeof number === 'string'
    if (isNumbered && (known.has(key) || seen.has(key) || seenNow.has(key))) {
      errors.push({
        line,
        message: phrase('The client already has a permit {{number}}: skipped as a duplicate', { number }),
      })
      continue
    }
    try {
      ready.push(await judge(remembering, { line, values: filled }))
      if (isNumbered) seenNow.add(key)
    } catch (error) {
      errors.push({ line, ...messageOf(error) })
    }
  }
  if (!isCareful) await insertRows(remembering, plan.job, ready)
  const refused = isCareful ? await insertOrSkip(remembering, plan.job, ready) : []
  errors.push(...refused)
  const skipped = new Set(refused.map(({ line }) => line))
  const orgs = [...made.values()].flatMap((org) => ('pid' in org ? org.pid : []))
  const inserted = ready.filter(({ line }) => !skipped.has(line))
  const used = new Set(inserted.flatMap(({ values }) => Object.values(values)))
  return {
    errors,
    orgs,
    missingOrgs,
    cells: tally?.cells ?? [],
    otherForms: plan.dryRun ? await listOtherForms(remembering, inserted) : [],
    unused: orgs.filter((pid) => !used.has(pid)).length,
    seen: [...seenNow],
  }
}

const nothing: ImportBatchResult = {
  errors: [],
  createdOrgs: 0,
  missingOrgs: [],
  cells: [],
  otherForms: [],
}

/** Merges two results. Both may name the same missing client. */
function joined(one: ImportBatchResult, other: ImportBatchResult): ImportBatchResult {
  return {
    errors: [...one.errors, ...other.errors],
    createdOrgs: one.createdOrgs + other.createdOrgs,
    missingOrgs: [...new Set([...one.missingOrgs, ...other.missingOrgs])],
    cells: mergedCells(one.cells, other.cells),
    otherForms: mergedForms(one.otherForms, other.otherForms),
  }
}

/**
 * Imports rows. If one of them fails, splits them in halves, so that only the failing rows are skipped. A
 * client whose rows are all refused is not created. If a unique index refuses a row, the rows are tried again
 * with `isCareful`.
 */
async function importRows(
  context: WriteContext,
  plan: BatchPlan,
  rows: readonly FileRow[],
  seen: SeenPermits,
  isCareful = false,
): Promise<ImportBatchResult> {
  const [first] = rows
  if (first === undefined) return nothing
  const { trx } = context
  await sql`savepoint import`.execute(trx)
  try {
    const tried = await attempt(context, plan, rows, seen, isCareful)
    if (tried.unused === 0) {
      await sql`release savepoint import`.execute(trx)
      for (const key of tried.seen) seen.add(key)
      return { ...tried, createdOrgs: tried.orgs.length }
    }
    await sql`rollback to savepoint import`.execute(trx)
    const refused = new Set(tried.errors.map(({ line }) => line))
    const again = await importRows(
      context,
      plan,
      rows.filter(({ line }) => !refused.has(line)),
      seen,
      isCareful,
    )
    return {
      ...again,
      errors: [...tried.errors, ...again.errors],
      missingOrgs: tried.missingOrgs,
      cells: tried.cells,
    }
  } catch (error) {
    const isDuplicate = duplicateProblem(error) !== null
    const fault = rowFault(error)
    if (fault === null) throw error
    await sql`rollback to savepoint import`.execute(trx)
    if (isDuplicate && !isCareful) return importRows(context, plan, rows, seen, true)
    if (rows.length === 1) return { ...nothing, errors: [{ line: first.line, message: fault }] }
    const half = Math.ceil(rows.length / 2)
    return joined(
      await importRows(context, plan, rows.slice(0, half), seen),
      await importRows(context, plan, rows.slice(half), seen),
    )
  }
}

/**
 * Imports one batch in the open transaction. Rows that are unreadable, break a rule or already exist are
 * skipped and returned; all others were created.
 */
export async function importBatch(
  context: WriteContext,
  plan: BatchPlan,
  rows: readonly FileRow[],
  seen: SeenPermits,
): Promise<ImportBatchResult> {
  await rulesOf(context.declaration).lockBeforeCreate?.(context)
  const result = await importRows(context, plan, rows, seen)
  return { ...result, errors: result.errors.toSorted((a, other) => a.line - other.line) }
}
