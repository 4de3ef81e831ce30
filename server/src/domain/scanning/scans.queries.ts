import { z } from 'zod'
import { ScanState } from '@portal/contract'
import type { Database } from '#platform/database/database.ts'

/** The scan result of a file. */
export interface Scan {
  state: ScanState
  finding: string | null
  signatures: string | null
}

const saveText = `with before as (select state from scans where store_key = $1)
  insert into scans (store_key, state, finding, signatures, scanned_at) values ($1, $2, $3, $4, $5)
  on conflict (store_key) do update set state = $2, finding = $3, signatures = $4, scanned_at = $5
  returning (select state from before) as before`

/** Saves a scan result. Returns the previous state; null if there was none. */
export async function saveScan(
  database: Database,
  key: string,
  { state, finding, signatures }: Scan,
  at: Date,
): Promise<ScanState | null> {
  const [row] = await database.query(
    saveText,
    [key, state, finding, signatures, at],
    z.object({ before: ScanState.nullable() }),
  )
  return row?.before ?? null
}

const findText = 'select store_key, state, finding from scans where store_key = any($1::text[])'

/** The scan results of these keys. Keys that were never scanned are absent. */
export async function findScans(
  database: Database,
  keys: readonly string[],
): Promise<Map<string, { state: ScanState; finding: string | null }>> {
  const rows = await database.query(
    findText,
    [[...keys]],
    z.object({ store_key: z.string(), state: ScanState, finding: z.string().nullable() }),
  )
  return new Map(rows.map(({ store_key: key, ...scan }) => [key, scan]))
}

/** Keys of all files that can be served. */
const keptKeys = `select store_key as key from files where store_key is not null and status = 'done' and deleted_at is null
  union select store_key from mail_attachments
  union select raw_key from mail_messages where raw_key is not null`

const staleText = `select k.key from (${keptKeys}) k left join scans s on s.store_key = k.key
  where s.signatures is distinct from $1 order by s.scanned_at nulls first, k.key limit $2`

/** Keys that were not scanned with these signatures: first those never scanned, then the oldest scans. */
export async function listStale(database: Database, signatures: string, limit: number): Promise<string[]> {
  return (await database.slowQuery(staleText, [signatures, limit], z.object({ key: z.string() }))).map(
    ({ key }) => key,
  )
}

const forgetText = `delete from scans s where s.scanned_at < $1 and not exists (select 1 from (${keptKeys}
  union select store_key from files where store_key is not null) k where k.key = s.store_key) returning s.store_key`

/** Deletes the scan results of files that no longer exist. */
export async function forgetScans(database: Database, before: Date): Promise<number> {
  return (await database.slowQuery(forgetText, [before], z.object({ store_key: z.string() }))).length
}

const ownerText = `select pid, name from files where store_key = $1 and deleted_at is null order by seq limit 1`

/** The file with this key; undefined when the key belongs to a message. */
export async function findFileOf(
  database: Database,
  key: string,
): Promise<{ pid: string; name: string } | undefined> {
  const [row] = await database.query(ownerText, [key], z.object({ pid: z.string(), name: z.string() }))
  return row
}
