import { foldText, phrase, pluralOf, tables, verbatim } from '@portal/contract'
import type { ReferenceTarget, Sayable } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { folded } from '#platform/database/fold-text.ts'
import { quotedColumn } from '#engine/sql/columns.ts'
import { referableSql } from '#engine/sql/field-sql.ts'
import { activeStaffSql, codesTable } from '#engine/modules/collection-module.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'

/** The records that the cells of a file refer to: pids by name. A name of several records is ambiguous. */
export interface ReferenceIndex {
  /**
   * In the result, `isNew` means that no record has this name and that a new one could. `staff` limits the
   * search to people who may be assigned to staff work.
   */
  find(
    target: ReferenceTarget,
    name: string,
    staff?: boolean,
  ): { pid: string } | { message: Sayable; isNew: boolean }
  /** Names that were requested and that no record has, folded. */
  newNames(target: ReferenceTarget): string[]
}

/** Folds a name for comparison, so that case does not matter. */
export const foldName = (name: string) => foldText(name.trim())
const fold = foldName
/**
 * Key of the exact spelling, which is preferred among names that differ only in case. The prefix, which no
 * name starts with, keeps these keys apart from folded names.
 */
const exactly = (name: string) => `\u0000${name.trim()}`
/** Key for active staff, who are also listed under the key for everyone. */
const asStaff = (key: string) => `\u0001${key}`

/**
 * Fields by which a record of each table can be named besides its pid. Permits are found only by number,
 * because many of them have similar titles.
 */
function namingColumns(target: Exclude<ReferenceTarget, 'files'>): string[] {
  const { numberField, titleField } = tables[target]
  if (target === 'permits') return ['refNo', 'authorityNumber']
  if (target === 'users') return ['name', 'email']
  return [...new Set([titleField, ...(numberField === null ? [] : [numberField])])]
}

async function findNames(
  context: WriteContext,
  target: Exclude<ReferenceTarget, 'files'>,
  names: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { deps, trx, actor } = context
  const columns = namingColumns(target)
  // Permit numbers have an index on the unfolded column. Titles are compared folded, only in small tables.
  const alike = columns.map((name) => {
    const column = sql.raw(`r.${quotedColumn(name)}`)
    return target === 'permits'
      ? sql`${column} = any(${[...names]}::text[])`
      : sql`${folded(column)} = any(${names.map(fold)}::text[])`
  })
  const shown = sql.raw(columns.map((name) => `r.${quotedColumn(name)}`).join(', '))
  const table = codesTable(target)
  const codes =
    table === undefined ? sql`'{}'` : sql`array(select c.code from ${sql.table(table)} c where c.pid = r.pid)`
  if (table !== undefined)
    alike.push(
      sql`r.pid in (select c.pid from ${sql.table(table)} c where ${folded(sql`c.code`)} = any(${names.map(fold)}::text[]))`,
    )
  const isStaff = sql.raw(target === 'users' ? activeStaffSql('r') : 'false')
  const rows = await run(
    deps.database,
    trx,
    sql`select r.pid, array[${shown}]::text[] || ${codes}::text[] as names, (${isStaff}) as staff from ${sql.table(target)} r, (select ${actor.org}::text as org) viewer
      where (r.pid = any(${[...names]}::text[]) or ${sql.join(alike, sql` or `)}) and ${sql.raw(referableSql(target, actor.role === 'client'))}`,
    z.object({ pid: z.string(), names: z.array(z.string().nullable()), staff: z.boolean().nullable() }),
  )
  const found = new Map<string, Set<string>>()
  for (const { pid, names: own, staff } of rows) {
    for (const name of [pid, ...own]) {
      if (name === null) continue
      const keys = [exactly(name), fold(name)]
      for (const key of staff ? [...keys, ...keys.map(asStaff)] : keys)
        found.set(key, (found.get(key) ?? new Set()).add(pid))
    }
  }
  return found
}

const nounOf = (target: ReferenceTarget) => (target === 'files' ? 'file' : tables[target].noun)

/**
 * Whether a new record may have this name. A number of the portal's own series refers to a record that does
 * not exist.
 */
function couldBeCalled(target: Exclude<ReferenceTarget, 'files'>, name: string): boolean {
  const { numberPrefix } = tables[target]
  return (
    name.trim() !== '' &&
    (numberPrefix === null || !new RegExp(`^${numberPrefix}-[\\d-]+$`, 'i').test(name.trim()))
  )
}

/** Looks up all references of a batch with one query per table. `asked` has the names by table. */
export async function resolveReferences(
  context: WriteContext,
  asked: ReadonlyMap<ReferenceTarget, ReadonlySet<string>>,
): Promise<ReferenceIndex> {
  const found = new Map<ReferenceTarget, Map<string, Set<string>>>()
  for (const [target, names] of asked)
    if (target !== 'files') found.set(target, await findNames(context, target, [...names]))
  const find: ReferenceIndex['find'] = (target, name, staff = false) => {
    const names = found.get(target)
    const keyOf = staff ? asStaff : (key: string) => key
    const exact = names?.get(keyOf(exactly(name)))
    const pids = [...((exact?.size === 1 ? exact : names?.get(keyOf(fold(name)))) ?? [])]
    const [pid] = pids
    const noun = nounOf(target)
    const values = { noun, nouns: pluralOf(noun), name: verbatim(name.slice(0, 100)) }
    if (pid === undefined && names?.has(fold(name)) === true)
      return { message: phrase('“{{name}}” is not active staff', values), isNew: false }
    if (pid === undefined) {
      const isNew = target !== 'files' && couldBeCalled(target, name)
      return { message: phrase('{{noun}} “{{name}}” not found', values), isNew }
    }
    if (pids.length > 1)
      return {
        message: phrase('several {{nouns}} are named “{{name}}”: enter the number instead', values),
        isNew: false,
      }
    return { pid }
  }
  const isNew = (target: ReferenceTarget, name: string) => {
    const result = find(target, name)
    return 'isNew' in result && result.isNew
  }
  return {
    find,
    newNames: (target) => [
      ...new Set([...(asked.get(target) ?? [])].filter((name) => isNew(target, name)).map(fold)),
    ],
  }
}
