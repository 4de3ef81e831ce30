import { Refusal, phrase, remoteNames, removedRemoteDays } from '@portal/contract'
import type { RemoveBody, RemovedRemote } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { insertAudit, writeAudit } from '#platform/auth/audit-trail.ts'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import { deploymentStateOf } from '#platform/federation/deployment-state.ts'
import { findRemoval, listRemovals, lockSteps } from '#platform/federation/federation.queries.ts'
import { restorableSince } from '#platform/federation/registry.ts'
import { recordStep, requireFiles, requireFit } from './activate.ts'
import type { Administrator } from './tokens.ts'

function requireRemovable(name: string): void {
  if (remoteNames.some((own) => own === name))
    throw new Refusal(
      'transition-refused',
      phrase('{{name}} is part of the portal. Switch it off for the roles that do not need it.', { name }),
    )
}

/** Tells open pages and the audit that the registry has changed. */
async function record(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  change: { kind: 'remote-removed' | 'remote-restored'; name: string; version: string; detail: object },
  { pid: actor, origin }: Administrator,
): Promise<void> {
  const { kind, name, version, detail } = change
  const at = deps.clock.now()
  const isGone = kind === 'remote-removed'
  await appendEvent(trx, {
    collection: 'registry',
    pid: name,
    action: isGone ? 'remove' : 'restore',
    version: 1,
    actor,
    at,
    changes: [{ field: 'version', from: isGone ? version : null, to: isGone ? null : version }],
  })
  await writeAudit(trx, {
    kind,
    at,
    actor,
    person: null,
    origin,
    detail: { remote: name, version, ...detail },
  })
}

/** Revokes all tokens of a remote that are still valid. Returns their number. */
async function revokeTokens(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  remote: string,
  { pid: actor, origin }: Administrator,
): Promise<number> {
  const at = deps.clock.now()
  const revoked = await trx
    .updateTable('deploy_tokens')
    .set({ revoked_at: at, revoked_by: actor })
    .where('remote', '=', remote)
    .where('revoked_at', 'is', null)
    .returning('label')
    .execute()
  const lines = revoked.map(({ label }) => ({
    kind: 'deploy-token-revoked' as const,
    at,
    actor,
    person: null,
    origin,
    detail: { remote, label },
  }))
  await insertAudit(trx, lines)
  return revoked.length
}

const notFound = (name: string) => new Refusal('not-found', phrase('Module {{name}} not found.', { name }))

/**
 * Removes a remote: its pages, panels and menu entries are gone with the next request, a canary ends, and its
 * deploy tokens are revoked. Its builds are served to open pages, and it can be restored, for 30 days.
 * Switches by role stay stored and are hidden. Throws 400 when `confirm` is not its name, 404 when it is not
 * deployed, 409 for a remote of the portal itself.
 */
export async function removeRemote(
  deps: DomainDeps,
  name: string,
  { confirm, note }: RemoveBody,
  by: Administrator,
): Promise<void> {
  requireRemovable(name)
  if (confirm !== name)
    throw new Refusal('validation-failed', phrase('Type {{name}} to confirm that it is removed.', { name }))
  await deps.database.kysely.transaction().execute(async (trx) => {
    const { active, canary } = deploymentStateOf(await lockSteps(trx, name))
    if (active === null) throw notFound(name)
    if (canary !== null) {
      const step = { name, version: active, reason: 'end-canary', from: canary.version } as const
      const asker = { by: { person: by.pid, token: null }, origin: by.origin }
      await recordStep(deps, trx, { ...step, canary: null, note: null }, asker)
    }
    const { last_step: lastStep } = await trx
      .selectFrom('remote_activations')
      .select(({ fn }) => fn.max<number>('id').as('last_step'))
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const tokens = await revokeTokens(deps, trx, name, by)
    const removal = { name, version: active, last_step: lastStep, removed_at: deps.clock.now() }
    await trx
      .insertInto('remote_removals')
      .values({ ...removal, removed_by: by.pid, note: note ?? null, tokens })
      .execute()
    const detail = { note: note ?? null, tokens }
    await record(deps, trx, { kind: 'remote-removed', name, version: active, detail }, by)
  })
}

/**
 * Restores a removed remote with the version that was active. Revoked tokens stay revoked. Throws 404 when it
 * was not removed or its 30 days are over, 409 when another remote has one of its addresses now, or the
 * portal no longer fits.
 */
export async function restoreRemote(deps: DomainDeps, name: string, by: Administrator): Promise<void> {
  const listed = await listRemovals(deps.database, restorableSince(deps))
  const found = listed.find((each) => each.name === name)
  if (found === undefined) throw notFound(name)
  await requireFit(deps, name, { version: found.version, anyway: true })
  await deps.database.kysely.transaction().execute(async (trx) => {
    await lockSteps(trx, name)
    const removal = await findRemoval(trx, name, restorableSince(deps))
    if (removal === undefined) throw notFound(name)
    const { id, version } = removal
    await requireFiles(trx, name, version)
    await trx
      .updateTable('remote_removals')
      .set({ restored_at: deps.clock.now(), restored_by: by.pid })
      .where('id', '=', id)
      .execute()
    await record(deps, trx, { kind: 'remote-restored', name, version, detail: {} }, by)
  })
}

const RemovedRow = z.object({
  name: z.string(),
  owner: z.string().nullable(),
  version: z.string(),
  removed_at: z.date(),
  removed_by: z.string().nullable(),
  note: z.string().nullable(),
})

/** The removed remotes that can still be restored, latest first. */
export async function listRestorable(deps: DomainDeps): Promise<RemovedRemote[]> {
  const text = `select r.name, v.manifest->>'owner' as owner, r.version, r.removed_at, u.name as removed_by, r.note
    from remote_removals r left join remote_versions v on v.name = r.name and v.version = r.version
    left join users u on u.pid = r.removed_by
    where r.restored_at is null and r.removed_at > $1 order by r.id desc limit 100`
  const rows = await deps.database.query(text, [restorableSince(deps)], RemovedRow)
  return rows.map(({ owner, removed_at: at, removed_by: removedBy, ...row }) => ({
    ...row,
    owner: owner ?? '',
    removedAt: at.toISOString(),
    removedBy: removedBy ?? '',
    until: new Date(at.getTime() + removedRemoteDays * 24 * 60 * 60_000).toISOString(),
  }))
}
