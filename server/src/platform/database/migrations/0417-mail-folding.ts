import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

const columns = ['search_text', 'from_text', 'to_text', 'subject_text']
/** What is kept is in small letters without accents; of those the folding of these alone is another. */
const folded = (column: string) => `replace(translate(${column}, 'ς', 'σ'), 'ß', 'ss')`

/** Mail is searched by the one case folding too. Written are the messages alone that it changes. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const values = columns.map((column) => `${column} = ${folded(column)}`).join(', ')
  const changed = columns.map((column) => `${column} ~ '[ςß]'`).join(' or ')
  await sql.raw(`update mail_messages set ${values} where ${changed}`).execute(db)
}
