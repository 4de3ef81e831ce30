import { collections } from '@portal/contract'
import type { Configuration, PermitLibrary, Requirements } from '@portal/contract'
import type { FileSource } from '@portal/contract/library-file'
import type { KnownAgency, KnownSource, LibraryState } from '@portal/contract/library-import'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { run, toValues } from '#engine/write/writing.ts'
import { SourceRow, sourceColumns, sourcesSql } from '../authorities/feeds/source-rows.ts'
import type { DomainDeps } from '../deps.ts'

const AgencyRow = z.looseObject({
  pid: z.string(),
  version: z.number(),
  short_code: z.string(),
  codes: z.array(z.string()),
})

interface StoredAgency extends KnownAgency {
  shortCode: string
}

async function listAgencies(
  { database }: DomainDeps,
  trx: Transaction<Tables>,
  { workingCalendar }: Configuration,
): Promise<StoredAgency[]> {
  const rows = await run(
    database,
    trx,
    sql`select a.*, array(select c.code from authority_codes c where c.pid = a.pid order by c.seq) as codes
      from authorities a where a.deleted_at is null order by a.seq`,
    AgencyRow,
  )
  const calendars = new Map(Object.entries(workingCalendar.agencies))
  return rows.map((row) => ({
    pid: row.pid,
    shortCode: row.short_code,
    codes: row.codes,
    values: toValues(collections.authorities, row),
    calendar: calendars.get(row.short_code),
  }))
}

/** A stored source that the file can name: its agency has a code. */
interface StoredSource extends KnownSource {
  row: SourceRow
}

/** The feeds, without their tokens, by the short code of their agencies. */
async function listFileSources(
  trx: Transaction<Tables>,
  agencies: readonly StoredAgency[],
): Promise<StoredSource[]> {
  const { rows } = await sql`select ${sourceColumns} ${sourcesSql} order by s.created_at, s.pid`.execute(trx)
  return z
    .array(SourceRow)
    .parse(rows)
    .flatMap((row) => {
      const agency = agencies.find(({ pid }) => pid === row.authority)
      if (agency === undefined) return []
      const source: FileSource = {
        authority: agency.shortCode,
        dialect: row.dialect,
        address: row.address,
        dataset: row.dataset,
        fields: row.fields,
        statuses: row.statuses,
        intervalMinutes: row.interval_minutes,
        staleAfterDays: row.stale_after_days,
        discovers: row.discovers,
      }
      return [{ pid: row.pid, source, row }]
    })
}

const FieldRow = z.object({
  name: z.string(),
  type: z.string(),
  options: z.array(z.string()).nullable(),
  isRemoved: z.boolean(),
})

export interface ReadLibraryState extends LibraryState {
  sources: readonly StoredSource[]
}

interface ReadBefore {
  library: PermitLibrary
  requirements: Requirements
  config: Configuration
}

/** What the office has, as of the transaction. `library` and `requirements` are read, or locked, before. */
export async function readLibraryState(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  { library, requirements, config }: ReadBefore,
): Promise<ReadLibraryState> {
  const agencies = await listAgencies(deps, trx, config)
  const addedFields = await run(
    deps.database,
    trx,
    sql`select name, type, options, removed_at is not null as "isRemoved" from custom_fields where collection = 'permits'`,
    FieldRow,
  )
  return { library, requirements, agencies, addedFields, sources: await listFileSources(trx, agencies) }
}
