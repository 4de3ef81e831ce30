import type { AuditKind } from '@portal/contract'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestOrigin } from './origin-of.ts'

export interface AuditLine {
  kind: AuditKind
  at: Date
  /** Pid of who did it; null when nobody is known. */
  actor: string | null
  /** Pid of the person whose account it concerns. */
  person: string | null
  /** Pid of the access request it concerns. */
  request?: string | null
  origin: RequestOrigin | null
  /** Facts in words and codes; never a secret. */
  detail?: Readonly<Record<string, unknown>>
}

/**
 * Writes a line of the audit; inside a transaction when given one, so that it stands exactly when what it
 * tells stands.
 */
export async function writeAudit(kysely: Kysely<Tables>, line: AuditLine): Promise<void> {
  await insertAudit(kysely, [line])
}

/** The same for several lines at once, in their order. */
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
