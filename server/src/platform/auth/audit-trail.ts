import type { AuditKind } from '@portal/contract'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { RequestOrigin } from './origin-of.ts'

export interface AuditLine {
  kind: AuditKind
  at: Date
  /** Pid of the person who did it; null if unknown. */
  actor: string | null
  /** Pid of the person whose account is affected. */
  person: string | null
  /** Pid of the affected access request. */
  request?: string | null
  origin: RequestOrigin | null
  /** Details in words and codes; never a secret. */
  detail?: Readonly<Record<string, unknown>>
}

/**
 * Writes an audit row. Pass the transaction of the change, so that both are committed or rolled back
 * together.
 */
export async function writeAudit(kysely: Kysely<Tables>, line: AuditLine): Promise<void> {
  await insertAudit(kysely, [line])
}

/** Writes several audit rows in one statement, in their order. */
export async function insertAudit(kysely: Kysely<Tables>, lines: readonly AuditLine[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(({ kind, at, actor, person, request = null, origin, detail = {} }) => {
    return {
      at,
      kind,
      actor,
      person,
      request,
      address: origin?.address ?? null,
      agent: origin?.userAgent ?? null,
      detail,
    }
  })
  await sql`insert into audit (at, kind, actor, person, request, address, user_agent, detail)
    select at, kind, actor, person, request, address, agent, detail from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(at timestamptz, kind text, actor text, person text, request text, address text, agent text, detail jsonb)`.execute(
    kysely,
  )
}
