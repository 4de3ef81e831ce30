import { foldText } from '@portal/contract'
import type { Declaration, TableName } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { foldedSql } from '#platform/database/fold-text.ts'
import type { Tables } from '#platform/database/tables.ts'
import { allModules, moduleOf } from '../modules/collection-module.ts'
import { quotedColumn, tableDeclaration } from '../sql/columns.ts'

/** SQL of the titles of referenced records that are part of a record's search text, by field. */
const referencesOf = ({ table }: Pick<Declaration, 'table'>) => moduleOf(table).searchText?.references ?? {}

const known = new WeakMap<Declaration['fields'], readonly string[]>()

/** Fields whose change requires a new search text. */
export function searchTextFields({ table, fields }: Declaration): readonly string[] {
  const found =
    known.get(fields) ??
    Object.entries(fields)
      .filter(
        ([name, declared]) =>
          declared.searched === true ||
          (declared.type === 'ref' && Object.hasOwn(referencesOf({ table }), name)),
      )
      .map(([name]) => name)
  known.set(fields, found)
  return found
}

/**
 * SQL of the search text of a row `t`: searched fields and titles of references, folded and without hyphens,
 * with a space before every word, so that `% ab%` finds beginnings of words.
 */
export function searchTextSql(declaration: Declaration): string {
  const references = referencesOf(declaration)
  const parts = searchTextFields(declaration).map((name) =>
    declaration.fields[name]?.type === 'ref' ? `(${references[name]})` : `t.${quotedColumn(name)}`,
  )
  return `' ' || ${foldedForSearchSql(`concat_ws(' ', ${parts.join(', ')})`)}`
}

/**
 * Folds a text as the search text is folded. Folding comes before the removal of hyphens, so that letters
 * around a hyphen do not combine.
 */
export function foldForSearch(text: string): string {
  return foldText(text).replaceAll('-', '')
}

/** The same in SQL. */
export function foldedForSearchSql(text: string): string {
  return `replace(${foldedSql(text)}, '-', '')`
}

/** SQL that writes the search text of the rows `t` that match `where`; use `true` for all rows. */
export function refreshSearchTextSql(table: TableName, where: string): string {
  return `insert into ${table}_text as x (seq, t) select t.seq, ${searchTextSql(tableDeclaration(table))} from ${table} t where ${where}
    on conflict (seq) do update set t = excluded.t where x.t <> excluded.t`
}

/** The fields of a record that are part of the search texts of records that refer to it. */
function quotedFields({ table, titleField, numberField }: Declaration): string[] {
  const own = numberField === null ? [titleField] : [titleField, numberField]
  return [...own, ...(moduleOf(table).searchText?.quotedFields ?? [])]
}

/** The tables whose titles the search text of a declaration contains. */
export function quotedTables(declaration: Declaration): TableName[] {
  return Object.keys(referencesOf(declaration)).flatMap((name) => {
    const to = declaration.fields[name]?.to
    return to === undefined || to === 'files' ? [] : to
  })
}

/** The tables and fields whose search text contains the titles of a table. */
function quotingFields(table: TableName): { table: TableName; field: string }[] {
  return allModules().flatMap(({ declaration }) =>
    Object.keys(referencesOf(declaration))
      .filter((name) => declaration.fields[name]?.to === table)
      .map((field) => ({ table: declaration.table, field })),
  )
}

/** Rewrites the search texts of changed records, and of all records that contain their titles. */
async function refreshSearchTexts(
  database: Database,
  trx: Transaction<Tables>,
  table: TableName,
  pids: readonly string[],
  titleChanged: boolean,
): Promise<void> {
  await database.queryIn(trx, refreshSearchTextSql(table, 't.pid = any($1::text[])'), [pids])
  if (!titleChanged) return
  for (const { table: quoting, field } of quotingFields(table)) {
    const column = quotedColumn(field, tableDeclaration(quoting).fields[field])
    await database.queryIn(trx, refreshSearchTextSql(quoting, `t.${column} = any($1::text[])`), [pids])
  }
}

/**
 * Rewrites the search texts that depend on these changed fields of records of a table; nothing if no text
 * does.
 */
export async function refreshChangedTexts(
  database: Database,
  trx: Transaction<Tables>,
  declaration: Declaration,
  pids: readonly string[],
  changed: ReadonlySet<string>,
): Promise<void> {
  if (!searchTextFields(declaration).some((name) => changed.has(name))) return
  const isQuoted = quotedFields(declaration).some((name) => changed.has(name))
  await refreshSearchTexts(database, trx, declaration.table, pids, isQuoted)
}
