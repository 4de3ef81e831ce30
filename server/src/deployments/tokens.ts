import { Refusal, toRole } from '@portal/contract'
import { DeployTokenScope } from '@portal/contract'
import type { DeployToken, DeployTokenBody, MadeDeployToken } from '@portal/contract'
import { z } from 'zod'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import type { RequestOrigin } from '#platform/auth/origin-of.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { mayDeploy } from './deployer.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'

/** An administrator and the origin of the request. */
export interface Administrator {
  pid: string
  origin: RequestOrigin
}

/** Creates a token for one remote. Only its hash is stored, so it is shown only in this response. */
export async function makeToken(
  deps: DomainDeps,
  { remote, label, scope, expiresInDays }: DeployTokenBody,
  { pid: maker, origin }: Administrator,
): Promise<MadeDeployToken> {
  const [pid, token, at] = [deps.ids.pid(), `deploy_${deps.ids.token()}`, deps.clock.now()]
  const expiresAt = new Date(at.getTime() + expiresInDays * 24 * 60 * 60 * 1000)
  await deps.database.kysely.transaction().execute(async (trx) => {
    const row = {
      pid,
      token_hash: hashToken(token),
      remote,
      label,
      created_at: at,
      created_by: maker,
      scope,
      expires_at: expiresAt,
    }
    await trx.insertInto('deploy_tokens').values(row).execute()
    await writeAudit(trx, {
      kind: 'deploy-token-made',
      at,
      actor: maker,
      person: null,
      origin,
      detail: { remote, label, scope, expiresInDays },
    })
  })
  return { pid, token, expiresAt: expiresAt.toISOString() }
}

const TokenRow = z.object({
  pid: z.string(),
  remote: z.string(),
  label: z.string(),
  scope: DeployTokenScope,
  expires_at: z.date(),
  revoked_at: z.date().nullable(),
  created_at: z.date(),
  maker: z.string().nullable(),
  last_used_at: z.date().nullable(),
  role: z.string().nullable(),
})
type TokenRow = z.infer<typeof TokenRow>

function endOf(
  { remote, revoked_at: revokedAt, expires_at: expiresAt, role }: TokenRow,
  now: Date,
): DeployToken['ended'] {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= now) return 'expired'
  return mayDeploy(toRole(role), remote) ? null : 'maker'
}

const listText = `select t.pid, t.remote, t.label, t.created_at, u.name as maker, t.last_used_at, t.revoked_at, t.scope, t.expires_at,
  case when u.deleted_at is null and u.status = 'ACTIVE' then u.role end as role
  from deploy_tokens t left join users u on u.pid = t.created_by order by t.created_at desc, t.pid desc limit 500`

/** All tokens, without their secrets. */
export async function listTokens(deps: DomainDeps): Promise<DeployToken[]> {
  const rows = await deps.database.query(listText, [], TokenRow)
  const now = deps.clock.now()
  return rows.map((row) => ({
    pid: row.pid,
    remote: row.remote,
    label: row.label,
    scope: row.scope,
    createdAt: row.created_at.toISOString(),
    createdBy: row.maker ?? '',
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
    ended: endOf(row, now),
  }))
}

/** Revokes a token immediately. Revoking it again changes nothing. Throws 404 if there is no such token. */
export async function revokeToken(
  deps: DomainDeps,
  pid: string,
  { pid: actor, origin }: Administrator,
): Promise<void> {
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('deploy_tokens')
      .select(['remote', 'label', 'revoked_at'])
      .where('pid', '=', pid)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('not-found', 'Deploy token not found.')
    if (row.revoked_at !== null) return
    await trx
      .updateTable('deploy_tokens')
      .set({ revoked_at: at, revoked_by: actor })
      .where('pid', '=', pid)
      .execute()
    await writeAudit(trx, {
      kind: 'deploy-token-revoked',
      at,
      actor,
      person: null,
      origin,
      detail: { remote: row.remote, label: row.label },
    })
  })
}
