import { Refusal } from '@portal/contract'
import type { DeployToken, DeployTokenBody, MadeDeployToken } from '@portal/contract'
import { writeAudit } from '#identity/audit-trail.ts'
import type { RequestOrigin } from '#identity/origin-of.ts'
import type { Deps } from '../../deps.ts'
import { hashToken } from '../../plugins/sessions.queries.ts'

/** An administrator and where they ask from. */
export interface Administrator {
  pid: string
  origin: RequestOrigin
}

/** Makes a token for one remote; only its hash is kept, so this answer is the only time it is told. */
export async function makeToken(deps: Deps, { remote, label }: DeployTokenBody, { pid: maker, origin }: Administrator): Promise<MadeDeployToken> {
  const [pid, token, at] = [deps.ids.pid(), `deploy_${deps.ids.token()}`, deps.clock.now()]
  await deps.database.kysely.transaction().execute(async (trx) => {
    const row = { pid, token_hash: hashToken(token), remote, label, created_at: at, created_by: maker }
    await trx.insertInto('deploy_tokens').values(row).execute()
    await writeAudit(trx, { kind: 'deploy-token-made', at, actor: maker, person: null, origin, detail: { remote, label } })
  })
  return { pid, token }
}

interface TokenRow {
  pid: string
  remote: string
  label: string
  created_at: Date
  maker: string | null
  last_used_at: Date | null
  revoked_at: Date | null
}

const listText = `select t.pid, t.remote, t.label, t.created_at, u.name as maker, t.last_used_at, t.revoked_at
  from deploy_tokens t left join users u on u.pid = t.created_by order by t.created_at desc, t.pid desc limit 500`

/** The tokens there are, without what opens anything. */
export async function listTokens(deps: Deps): Promise<DeployToken[]> {
  const rows = await deps.database.named<TokenRow>(listText, [])
  return rows.map(({ pid, remote, label, created_at: createdAt, maker, last_used_at: usedAt, revoked_at: revokedAt }) => ({
    pid,
    remote,
    label,
    createdAt: createdAt.toISOString(),
    createdBy: maker ?? '',
    lastUsedAt: usedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }))
}

/** Revokes a token at once; one that was revoked before stays as it is. Throws 404 where there is none. */
export async function revokeToken(deps: Deps, pid: string, { pid: actor, origin }: Administrator): Promise<void> {
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const row = await trx.selectFrom('deploy_tokens').select(['remote', 'label', 'revoked_at']).where('pid', '=', pid).forUpdate().executeTakeFirst()
    if (row === undefined) throw new Refusal('not-found', 'There is no such deploy token.')
    if (row.revoked_at !== null) return
    await trx.updateTable('deploy_tokens').set({ revoked_at: at, revoked_by: actor }).where('pid', '=', pid).execute()
    await writeAudit(trx, { kind: 'deploy-token-revoked', at, actor, person: null, origin, detail: { remote: row.remote, label: row.label } })
  })
}
