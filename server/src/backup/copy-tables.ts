import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import type { BackupTable, Sequence } from './manifest.ts'
import type { BackupFiles } from './place.ts'
import type { BackupKey } from './seal.ts'
import { Measure, writeStored } from './stored-files.ts'

export type SequenceValue = z.infer<typeof Sequence>

/** The form of every value, so that a table has the same text on every server. */
const sessionSettings = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC';
  set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'`

/** A connection of a backup: without timeouts, and with values in one form. */
export async function connectForCopy(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, keepAlive: true, application_name: 'permit-portal backup' })
  // A lost connection fails the statement; the event alone would end the process.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(sessionSettings)
  return client
}

/** Runs a statement on a connection of a backup. Its rows are checked by the schema. */
export async function queryRows<Row>(
  client: pg.Client,
  row: z.ZodType<Row>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await client.query(text, [...values])
  return z.array(row).parse(result.rows)
}

/** Runs a statement that has one row. */
export async function queryRow<Row>(client: pg.Client, row: z.ZodType<Row>, text: string): Promise<Row> {
  const [found] = await queryRows(client, row, text)
  if (found === undefined) throw new Error('The database answered nothing.')
  return found
}

export const Named = z.object({ name: z.string() })
/** The instant of the database's clock. */
export const Now = z.object({ now: z.date() })

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Rows as COPY reads them. */
const selectionOf = ({ name, columns }: Pick<BackupTable, 'name' | 'columns'>) =>
  `(select ${columns.map(quoted).join(', ')} from ${quoted(name)})`

export const targetOf = ({ name, columns }: Pick<BackupTable, 'name' | 'columns'>) =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`

/**
 * All tables with the columns that hold data of their own. Partitions are tables, and the table that they
 * make up is none: so rows come back into the same partition, in the same order. Generated columns are
 * computed again. Tables that are not logged hold nothing that must be kept: a crash empties them too.
 */
export async function listTables(client: pg.Client): Promise<Pick<BackupTable, 'name' | 'columns'>[]> {
  return queryRows(
    client,
    z.object({ name: z.string(), columns: z.array(z.string()) }),
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      group by c.relname order by c.relname`,
  )
}

/** Copies the tables of the connection's snapshot. */
export async function copyTables(
  client: pg.Client,
  files: BackupFiles,
  key: BackupKey | null,
): Promise<BackupTable[]> {
  const listed = await listTables(client)
  // A month of events is not dropped while it waits for its turn.
  await client.query(`lock table ${listed.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
  const tables: BackupTable[] = []
  for (const table of listed) {
    const rows = client.query(copyTo(`copy ${selectionOf(table)} to stdout`))
    const path = `database/${table.name}.copy.zst`
    const written = await writeStored(files, path, rows, { key, isCompressed: true, countsLines: true })
    tables.push({ ...table, rows: written.lines, sha256: written.sha256, file: written.file })
  }
  return tables
}

/** Sequences are not part of a snapshot, so they are read after the tables: they never go back. */
export async function readSequences(client: pg.Client): Promise<SequenceValue[]> {
  const sequences = await queryRows(
    client,
    Named,
    `select relname::text as name from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname`,
  )
  const values: SequenceValue[] = []
  for (const { name } of sequences) {
    const row = await queryRow(
      client,
      z.object({ value: z.string(), isCalled: z.boolean() }),
      `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`,
    )
    values.push({ name, ...row })
  }
  return values
}

/** Number of rows and hash of a table, as the manifest has them. */
export async function measureTable(
  client: pg.Client,
  table: Pick<BackupTable, 'name' | 'columns'>,
): Promise<Pick<BackupTable, 'rows' | 'sha256'>> {
  const measure = new Measure()
  const rows = client.query(copyTo(`copy ${selectionOf(table)} to stdout`))
  for await (const _ of rows.pipe(measure.through(true)));
  return { rows: measure.lines, sha256: measure.sha256() }
}
