import type { AuditKind } from '@portal/contract'
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

/** Writes a line of the audit; inside a transaction when given one, so that it stands exactly when what it tells stands. */
export async function writeAudit(kysely: Kysely<Tables>, line: AuditLine): Promise<void> {
  const { kind, at, actor, person, request = null, origin, detail = {} } = line
  await kysely
    .insertInto('audit')
    .values({
      at,
      kind,
      actor,
      person,
      request,
      address: origin?.address ?? null,
      user_agent: origin?.userAgent ?? null,
      detail: JSON.stringify(detail),
    })
    .execute()
}
