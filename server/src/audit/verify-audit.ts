import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

const rowsAtOnce = 5_000

/**
 * What a row says, as its hash covers it; written out here, so that whoever changes the database's functions
 * changes nothing of this.
 */
const content = sql`jsonb_build_array(a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.kind, a.actor, a.person, a.request,
  a.address, a.user_agent, a.detail)::text`

export interface AuditVerdict {
  /** Rows whose hash fits, from the beginning of the chain. */
  verified: number
  /** The first row that does not fit, and what is wrong with it; null when the whole trail stands. */
  broken: { position: number; reason: string } | null
}

interface ChainRow {
  position: number
  audit: number
  hash: string
  content: string | null
}

/** The hash of a row, which covers the one before it. */
function hashOf(before: string, text: string): string {
  return createHash('sha256').update(`${before}\n${text}`).digest('hex')
}

function reasonOf(row: ChainRow, expected: number, before: string): string | null {
  if (row.position !== expected) return `the row before it is missing: position ${expected}`
  if (row.content === null) return `row ${row.audit} was removed`
  return hashOf(before, row.content) === row.hash
    ? null
    : `row ${row.audit} was changed, or the one before it`
}

/**
 * Follows the chain of the audit from its anchor and answers where it breaks; rows that no link of the chain
 * names count as broken too.
 */
export async function verifyAudit(kysely: Kysely<Tables>): Promise<AuditVerdict> {
  const anchor = await sql<{
    position: number
    hash: string
  }>`select position, hash from audit_anchor`.execute(kysely)
  let [{ position, hash } = { position: 0, hash: '' }] = anchor.rows
  const first = position
  for (;;) {
    const { rows } =
      await sql<ChainRow>`select c.position, c.audit, c.hash, case when a.id is null then null else ${content} end as content
      from audit_chain c left join audit a on a.id = c.audit where c.position > ${position}::bigint order by c.position limit ${rowsAtOnce}::bigint`.execute(
        kysely,
      )
    for (const row of rows) {
      const reason = reasonOf(row, position + 1, hash)
      if (reason !== null) return { verified: position - first, broken: { position: row.position, reason } }
      position = row.position
      hash = row.hash
    }
    if (rows.length < rowsAtOnce) break
  }
  const stray = await sql<{
    id: number
  }>`select a.id from audit a where not exists (select 1 from audit_chain c where c.audit = a.id) order by a.id limit 1`.execute(
    kysely,
  )
  const [outside] = stray.rows
  if (outside === undefined) return { verified: position - first, broken: null }
  return {
    verified: position - first,
    broken: { position: position + 1, reason: `row ${outside.id} is not part of the chain` },
  }
}
