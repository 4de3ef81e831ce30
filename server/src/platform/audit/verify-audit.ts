import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'

const rowsAtOnce = 5_000

/**
 * The content of a row as its hash covers it. It is repeated here on purpose, so that a change to the
 * database functions does not change the verification.
 */
const content = sql`jsonb_build_array(a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.kind, a.actor, a.person, a.request,
  a.address, a.user_agent, a.detail)::text`

export interface AuditVerdict {
  /** Number of rows with a matching hash, from the start of the chain. */
  verified: number
  /** The first row that fails and the reason; null if the whole audit is intact. */
  broken: { position: number; reason: string } | null
}

interface ChainRow {
  position: number
  audit: number
  hash: string
  content: string | null
}

/** The hash of a row, which includes the hash of the previous row. */
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

interface Anchor {
  position: number
  hash: string
}

async function readAnchor(kysely: Kysely<Tables>): Promise<Anchor> {
  const { rows } = await sql<Anchor>`select position, hash from audit_anchor`.execute(kysely)
  return rows[0] ?? { position: 0, hash: '' }
}

/**
 * Verifies the audit chain from its anchor and reports the first break. Rows that are not part of the chain
 * count as a break.
 */
export async function verifyAudit(kysely: Kysely<Tables>): Promise<AuditVerdict> {
  for (;;) {
    const anchor = await readAnchor(kysely)
    const verdict = await verifyFrom(kysely, anchor)
    // The retention may delete rows while they are read here, and moves the anchor with them.
    if (verdict.broken === null || (await readAnchor(kysely)).position === anchor.position) return verdict
  }
}

async function verifyFrom(kysely: Kysely<Tables>, anchor: Anchor): Promise<AuditVerdict> {
  let { position, hash } = anchor
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
