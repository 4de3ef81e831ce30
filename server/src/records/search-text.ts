import { foldText } from '@portal/contract'
import type { Declaration, TableName } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Database } from '#database/database.ts'
import { foldedSql } from '#database/fold-text.ts'
import type { Tables } from '#database/tables.ts'
import { quotedColumn, tableDeclaration } from './columns.ts'

const permitText =
  "select concat_ws(' ', r.ref_no, r.title, r.authority_number) from permits r where r.pid = t.permit"

/**
 * The titles of referenced records that are part of a record's search text: people search for a permit by its
 * client, for a payment by its permit. A permit that now belongs to another client is left out, since a
 * search would reveal its title.
 */
const searchedReferences: Readonly<Record<string, string>> = {
  org: 'select r.legal_name from orgs r where r.pid = t.org',
  permit: `${permitText} and r.org is not distinct from t.org`,
}
/**
 * Overrides by table. Internal tasks are read by staff only, so their permit may belong to any client.
 * Messages to one person or to everybody are also read outside their organization, so its name is left out.
 */
const searchedReferencesOf: Partial<Record<TableName, Readonly<Record<string, string>>>> = {
  tasks: { permit: `${permitText} and (t.audience = 'INTERNAL' or r.org is not distinct from t.org)` },
  notifications: { org: `select r.legal_name from orgs r where r.pid = t.org and t.audience = 'ORG'` },
}

const known = new WeakMap<Declaration['fields'], readonly string[]>()

/** Fields whose change requires a new search text. */
export function searchTextFields({ fields }: Declaration): readonly string[] {
  const found =
    known.get(fields) ??
    Object.entries(fields)
      .filter(
        ([name, declared]) =>
          declared.searched === true || (declared.type === 'ref' && Object.hasOwn(searchedReferences, name)),
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
  const references = { ...searchedReferences, ...searchedReferencesOf[declaration.table] }
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

const dependents: Readonly<Record<string, readonly TableName[]>> = {
  orgs: ['permits', 'tasks', 'payments', 'rts', 'notifications', 'alerts', 'users', 'contacts'],
  permits: ['tasks', 'payments', 'rts'],
}

/** Rewrites the search text of a changed record, and of all records that contain its title. */
export async function refreshSearchText(
  database: Database,
  trx: Transaction<Tables>,
  table: TableName,
  pid: string,
  titleChanged: boolean,
): Promise<void> {
  await refreshSearchTexts(database, trx, table, [pid], titleChanged)
}

/** The same for several records of a table. */
export async function refreshSearchTexts(
  database: Database,
  trx: Transaction<Tables>,
  table: TableName,
  pids: readonly string[],
  titleChanged: boolean,
): Promise<void> {
  await database.queryIn(trx, refreshSearchTextSql(table, 't.pid = any($1::text[])'), [pids])
  if (!titleChanged) return
  const field = table === 'orgs' ? 'org' : 'permit'
  for (const dependent of dependents[table] ?? []) {
    await database.queryIn(
      trx,
      refreshSearchTextSql(dependent, `t.${quotedColumn(field)} = any($1::text[])`),
      [pids],
    )
  }
}
