import { Reference, Requirements } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

const person = `case when u.pid is null then null else json_build_object('pid', u.pid, 'title', u.name) end as by`

const StoredRequirementsDraft = z.object({
  version: z.number(),
  requirements: Requirements.nullable(),
  updated_at: z.date().nullable(),
  by: Reference.nullable(),
})
export type StoredRequirementsDraft = z.infer<typeof StoredRequirementsDraft>
const LockedDraft = StoredRequirementsDraft.pick({ version: true, requirements: true })

const StoredVersion = z.object({
  number: z.number(),
  requirements: Requirements,
  published_at: z.date().nullable(),
  by: Reference.nullable(),
  note: z.string().nullable(),
  reverted_to: z.number().nullable(),
})
export type StoredVersion = z.infer<typeof StoredVersion>

const isThere = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('The draft of the requirements is gone')
  return row
}

export async function findRequirementsDraft(database: Database): Promise<StoredRequirementsDraft> {
  return isThere(
    await database.query(
      `select d.version, d.requirements, d.updated_at, ${person} from requirement_draft d left join users u on u.pid = d.updated_by where d.id = 1`,
      [],
      StoredRequirementsDraft,
    ),
  )
}

/** Locks the draft until the transaction ends. */
export async function lockRequirementsDraft(
  database: Database,
  trx: Transaction<Tables>,
): Promise<z.infer<typeof LockedDraft>> {
  const text = 'select version, requirements from requirement_draft where id = 1 for update'
  return isThere(await database.queryIn(trx, text, [], LockedDraft))
}

export async function saveRequirementsDraft(
  database: Database,
  trx: Transaction<Tables>,
  {
    version,
    requirements,
    at,
    by,
  }: { version: number; requirements: Requirements | null; at: Date; by: string },
): Promise<void> {
  await database.queryIn(
    trx,
    'update requirement_draft set version = $1, requirements = $2::jsonb, updated_at = $3, updated_by = $4 where id = 1',
    [version, requirements === null ? null : JSON.stringify(requirements), at, by],
  )
}

const maxVersions = 50

/** All publications, newest first, without the one that a portal begins with. */
export function listRequirementVersions(database: Database): Promise<StoredVersion[]> {
  return database.query(
    `select v.number, v.requirements, v.published_at, ${person}, v.note, v.reverted_to
      from requirement_versions v left join users u on u.pid = v.published_by order by v.number desc limit ${maxVersions}`,
    [],
    StoredVersion,
  )
}

/** The number of the next publication. */
export async function nextRequirementsNumber(database: Database, trx: Transaction<Tables>): Promise<number> {
  const [row] = await database.queryIn(
    trx,
    'select coalesce(max(number), 0) + 1 as number from requirement_versions',
    [],
    z.object({ number: z.number() }),
  )
  return row?.number ?? 1
}

const Newest = z.object({ number: z.number(), requirements: Requirements, published_at: z.date() })

/** The publication with the highest number, which is in force; undefined if nothing was published. */
export async function findNewestRequirements(
  database: Database,
  trx: Transaction<Tables>,
): Promise<z.infer<typeof Newest> | undefined> {
  const [row] = await database.queryIn(
    trx,
    'select number, requirements, published_at from requirement_versions order by number desc limit 1',
    [],
    Newest,
  )
  return row
}

/** Open pages must read the requirements again before they change anything. */
export async function raiseDraftVersion(database: Database, trx: Transaction<Tables>): Promise<void> {
  await database.queryIn(trx, 'update requirement_draft set version = version + 1 where id = 1', [])
}

interface NewVersion {
  number: number
  requirements: Requirements
  at: Date
  by: string | null
  note: string | null
  revertedTo: number | null
}

export async function insertRequirements(
  database: Database,
  trx: Transaction<Tables>,
  { number, requirements, at, by, note, revertedTo }: NewVersion,
): Promise<void> {
  await database.queryIn(
    trx,
    `insert into requirement_versions (number, requirements, published_at, published_by, note, reverted_to)
      values ($1, $2::jsonb, $3, $4, $5, $6)`,
    [number, JSON.stringify(requirements), at, by, note, revertedTo],
  )
}

const OpenGroup = z.object({
  authority: Reference.nullable(),
  codes: z.array(z.string()),
  permitType: z.string().nullable(),
  number: z.number(),
  /** The outcomes of the conditions that were asked for. */
  outcomes: z.string(),
  count: z.number(),
})
export type OpenGroup = z.infer<typeof OpenGroup>

/**
 * Open permits by authority, type and the publication they have, and by a text about the row `t` of a permit.
 * Drafts of clients are not open yet.
 */
export function countOpenPermits(
  database: Database,
  outcomes: RawBuilder<string> = sql`''`,
): Promise<OpenGroup[]> {
  const { sql: text, parameters } =
    sql`select case when a.pid is null then null else json_build_object('pid', a.pid, 'title', a.name) end as authority,
        array(select c.code from authority_codes c where c.pid = g.authority_pid) as codes, g.permit_type as "permitType", g.number, g.outcomes, g.count
      from (select authority_pid, permit_type, coalesce(requirements_number, 0) as number, ${outcomes} as outcomes, count(*)::int as count
        from permits t where bucket = 'processing' and status <> 'DRAFT' and deleted_at is null group by 1, 2, 3, 4) g
      left join authorities a on a.pid = g.authority_pid order by g.count desc, a.name, g.permit_type, g.outcomes`.compile(
      database.kysely,
    )
  return database.slowQuery(text, [...parameters], OpenGroup)
}

/** Those of these codes that name no authority. */
export async function unknownAuthorities(
  database: Database,
  trx: Transaction<Tables> | undefined,
  codes: readonly string[],
): Promise<string[]> {
  const text =
    'select k.code from unnest($1::text[]) k(code) where not exists (select 1 from authority_codes c where c.code = k.code)'
  const row = z.object({ code: z.string() })
  const values = [[...codes]]
  const rows =
    trx === undefined
      ? await database.query(text, values, row)
      : await database.queryIn(trx, text, values, row)
  return rows.map(({ code }) => code)
}
