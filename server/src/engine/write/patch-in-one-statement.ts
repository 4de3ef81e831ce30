import { Refusal } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { quotedColumn } from '../sql/columns.ts'
import { instantSql } from '../sql/field-sql.ts'
import { hasPid, isPlausiblePid } from '../query/get-record.ts'
import { checkStillFilled, readPatch } from './patch-body.ts'
import type { PatchBody } from './patch-body.ts'
import { PreparedWrite, Placeholder, actorKey, cachePerDeclaration } from '../sql/prepared-query.ts'
import type { RecordDeps } from '../query/reading.ts'
import { rulesOf } from '../modules/collection-module.ts'
import { searchTextFields } from '../search/search-text.ts'
import { jsonLines } from '../sql/select-list.ts'
import { readableRowsOf, permittedSql, projectionsOf } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { historySql, parameter, mapDatabaseErrors } from './writing.ts'

/**
 * Can these fields be set without other data: no reference to check, no rule, no search text, no field that
 * affects who may see the record, and no field that shares its column?
 */
function isIndependentPatch(rows: VisibleRows, names: readonly string[]): boolean {
  const { declaration } = rows
  const { beforeWrite, afterWrite, validatedFields } = rulesOf(declaration)
  const isJudged = (name: string) =>
    validatedFields?.includes(name) ?? (beforeWrite !== undefined || afterWrite !== undefined)
  const searched = searchTextFields(declaration)
  const isAlone = (name: string) => {
    const declared = Object.hasOwn(declaration.fields, name) ? declaration.fields[name] : undefined
    return (
      declared !== undefined &&
      declared.computed !== true &&
      declared.to === undefined &&
      declared.staff !== true &&
      declared.type !== 'json' &&
      !isJudged(name)
    )
  }
  // Rules for required fields may depend on the whole record.
  const isWhole = projectionsOf(declaration).some((projection) => rulesOf(projection).required !== undefined)
  return !isWhole && !rows.asksFor(names) && names.every((name) => isAlone(name) && !searched.includes(name))
}

/** Parameters that each run of the prepared statement binds. */
const placeholders = {
  pid: new Placeholder(),
  version: new Placeholder(),
  now: new Placeholder(),
  unaffected: new Placeholder(),
}

interface CompiledPatch {
  statement: PreparedWrite
  /** Placeholders of the new values, in the order of the fields. */
  to: readonly Placeholder[]
}

/** The value of a field as the history stores it: timestamps in the format of the contract. */
function historyValueSql(declaration: Declaration, name: string, column: string): RawBuilder<unknown> {
  return sql.raw(`to_jsonb(${declaration.fields[name]?.type === 'datetime' ? instantSql(column) : column})`)
}

/** `differs`: some field has a new value. `changes`: the history entries of the fields that do. */
function changesSql(
  declaration: Declaration,
  fields: readonly string[],
): { differs: RawBuilder<unknown>; changes: RawBuilder<unknown> } {
  const differing = fields.map((_, at) => sql.raw(`s.was_${at} is distinct from s.to_${at}`))
  const changes = fields.map((name, at) => {
    const [from, to] = [
      historyValueSql(declaration, name, `s.was_${at}`),
      historyValueSql(declaration, name, `s.to_${at}`),
    ]
    const change = sql`jsonb_build_array(jsonb_build_object('field', ${name}::text, 'from', ${from}, 'to', ${to}))`
    return fields.length === 1 ? change : sql`case when ${differing[at]} then ${change} else '[]'::jsonb end`
  })
  return {
    differs: sql`(${sql.join(differing, sql` or `)})`,
    changes: sql`(${sql.join(changes, sql` || `)})`,
  }
}

/** Condition on the row `t`: no rule checks these fields in it. */
function uncheckedSql(declaration: Declaration, fields: readonly string[]): RawBuilder<unknown> {
  const { validatedByNumber } = rulesOf(declaration)
  if (validatedByNumber === undefined || !fields.some((name) => validatedByNumber.fields.has(name)))
    return sql`true`
  const { by } = validatedByNumber
  const column = sql.raw(quotedColumn(by, declaration.fields[by]))
  return sql`coalesce(t.${column}, 0) = any(${placeholders.unaffected}::int[])`
}

function compilePatch(rows: VisibleRows, own: VisibleRows, fields: readonly string[]): CompiledPatch {
  const { declaration, actor, today } = rows
  const to = fields.map(() => new Placeholder())
  const table = sql.table(declaration.table)
  const { differs, changes } = changesSql(declaration, fields)
  const columnOf = (name: string) => quotedColumn(name, declaration.fields[name])
  const columns = fields.map(
    (name, at) =>
      sql`t.${sql.raw(columnOf(name))} as ${sql.raw(`was_${at}`)}, ${parameter(declaration, name, to[at])} as ${sql.raw(`to_${at}`)}`,
  )
  const set = fields.map((name, at) => sql.raw(`${columnOf(name)} = s.to_${at}`))
  const statement = new PreparedWrite((isExpected) => {
    const meant = own.narrow(
      { kind: 'and', nodes: [] },
      hasPid(placeholders.pid),
      sql`(${placeholders.version}::int is null or t.version = ${placeholders.version}::int)`,
      permittedSql(declaration, actor, 'update', today),
      uncheckedSql(declaration, fields),
      isExpected,
    )
    return {
      parts: [
        sql`stood as materialized (select s.* from (select t.seq, t.version, ${sql.join(columns)} ${meant.from()}) s where ${differs})`,
        sql`saved as (update ${table} t set ${sql.join(set)}, version = s.version + 1, updated_at = ${placeholders.now}::timestamptz, updated_by = ${actor.pid}
          from stood s where t.seq = s.seq and t.version = s.version returning t.*)`,
        sql`told as (${historySql({ actor, declaration, now: placeholders.now }, placeholders.pid, 'update', sql`saved.version`, changes, sql`from saved, stood s`)})`,
      ],
      answer: jsonLines(rows, sql`saved t`),
    }
  })
  return { statement, to }
}

const kept = cachePerDeclaration<CompiledPatch | null>()

/** The parsed patch; null if it is invalid, since errors are reported only after the record was looked up. */
function acceptable(declaration: Declaration, actor: Actor, body: unknown): PatchBody | null {
  try {
    const patch = readPatch(declaration, actor, body)
    checkStillFilled(declaration, patch.values, {})
    return patch
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/**
 * Runs an independent patch in one statement together with the session check: it reads and checks the record,
 * writes it with its history and returns it as JSON text. No lock is needed: every write raises the version,
 * so if another write is faster, nothing is written. Returns null if nothing was written for any reason; the
 * caller then runs the patch under a lock, which finds the reason.
 */
export async function patchInOneStatement(
  deps: RecordDeps,
  rows: VisibleRows,
  pid: string,
  body: unknown,
): Promise<string | null> {
  const { declaration, actor, today } = rows
  const patch = isPlausiblePid(pid) ? acceptable(declaration, actor, body) : null
  const fields = Object.keys(patch?.values ?? {})
  if (patch === null || fields.length === 0) return null
  const saving = kept(declaration, `${actorKey(actor, today)} ${fields.join()}`, () => {
    const own = readableRowsOf(declaration, actor, today)
    return own === null || !isIndependentPatch(rows, fields) ? null : compilePatch(rows, own, fields)
  })
  if (saving === null) return null
  const filled = new Map<unknown, unknown>([
    [placeholders.pid, pid],
    [placeholders.version, patch.version ?? null],
    [placeholders.now, deps.clock.now().toISOString()],
    [placeholders.unaffected, rulesOf(declaration).validatedByNumber?.unaffected(deps, fields) ?? []],
    ...saving.to.map((slot, at): [unknown, unknown] => [slot, patch.values[fields[at] ?? '']]),
  ])
  return mapDatabaseErrors(() =>
    saving.statement.write(deps, (value) => (filled.has(value) ? filled.get(value) : value)),
  )
}
