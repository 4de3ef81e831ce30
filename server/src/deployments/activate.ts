import { Refusal, inEnglish, phrase, verbatim } from '@portal/contract'
import type { ActivateBody, ActivateResult, AuditKind, Sayable } from '@portal/contract'
import type { Kysely, Transaction } from 'kysely'
import { requireApproval } from '#domain/approvals/second-approval.ts'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import { deploymentStateOf } from '#platform/federation/deployment-state.ts'
import type { DeploymentAction, DeploymentState } from '#platform/federation/deployment-state.ts'
import {
  findRemoval,
  insertStep,
  listBuilds,
  listDeploymentSteps,
  lockSteps,
} from '#platform/federation/federation.queries.ts'
import type { Author, NewStep } from '#platform/federation/federation.queries.ts'
import { remotesFor, restorableSince } from '#platform/federation/registry.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import type { RequestOrigin } from '#platform/auth/origin-of.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { findProblems } from './can-deploy.ts'
import { clashOf } from './clashes.ts'
import { whyNotAtOrigin } from './origin-checks.ts'

/** The caller and the origin of the request. */
export interface Requester {
  by: Author
  /** Null for a step that the portal takes by itself. */
  origin: RequestOrigin | null
}

/** The label of the deploy token that acts, for the audit; null for a person and the portal. */
export async function tokenLabel(trx: Transaction<Tables>, { token }: Author): Promise<string | null> {
  if (token === null) return null
  const row = await trx
    .selectFrom('deploy_tokens')
    .select('label')
    .where('pid', '=', token)
    .executeTakeFirst()
  return row?.label ?? null
}

/**
 * Adds a step to the history of a remote, with its event and audit row. Callers hold the lock of the remote
 * (`lockSteps`).
 */
export async function recordStep(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  step: Omit<NewStep, 'at' | 'by'>,
  { by, origin }: Requester,
): Promise<ActivateResult> {
  const { name, version, reason, from, canary, note } = step
  const at = deps.clock.now()
  await insertStep(trx, { ...step, at, by })
  const changes = [{ field: 'version', from, to: version }]
  await appendEvent(trx, {
    collection: 'registry',
    pid: name,
    action: reason === 'deploy' ? 'activate' : reason,
    version: 1,
    actor: by.person,
    at,
    changes,
  })
  const isBack: readonly DeploymentAction[] = ['rollback', 'end-canary']
  const kind: AuditKind = isBack.includes(reason) ? 'remote-rolled-back' : 'remote-activated'
  const token = await tokenLabel(trx, by)
  const detail = { remote: name, version, from, action: reason, canary, note, token }
  await writeAudit(trx, { kind, at, actor: by.person, person: null, origin, detail })
  return { name, version, from, canary }
}

const refusedWords = {
  activated: 'The build {{version}} of {{name}} is not activated: {{refusal}}.',
  previewed: 'The build {{version}} of {{name}} can’t be previewed: {{refusal}}.',
} as const

/** What is to be done with a build. */
type Aim = keyof typeof refusedWords

const refused = (aim: Aim, name: string, version: string, unmet: readonly Sayable[]) =>
  new Refusal('transition-refused', phrase(refusedWords[aim], { version, name, refusal: unmet[0] ?? '' }), {
    unmet: [...unmet],
  })

/**
 * Checks a published build against the portal of now, which may have changed since the upload. Returns what
 * the build uses and the portal lacks, if `anyway` accepts it. Throws 404 if there is no such build, and 409
 * for a build that would not start.
 */
export async function requireFit(
  deps: DomainDeps,
  name: string,
  { version, anyway }: Pick<ActivateBody, 'version' | 'anyway'>,
  aim: Aim = 'activated',
): Promise<string[]> {
  const problems = await findProblems(deps, name, version)
  const [build] = await listBuilds(deps.database, [{ name, version }])
  const others = (await remotesFor(deps, null)).map(({ manifest }) => manifest)
  const clash = build === undefined ? null : clashOf(build.manifest, others)
  if (clash !== null) throw refused(aim, name, version, [clash])
  const unmet = problems.filter(({ isFatal }) => isFatal || anyway !== true)
  if (unmet.length > 0)
    throw refused(
      aim,
      name,
      version,
      unmet.map(({ detail }) => detail),
    )
  const notServed = await whyNotAtOrigin(deps, name, version)
  if (notServed !== null) throw refused(aim, name, version, [notServed])
  return problems.map(({ detail }) => `${inEnglish(detail)}.`)
}

/** Throws 409 for a build that failed its last trial in a page, unless `anyway` accepts it; then says so. */
async function requireNotFailed(
  deps: DomainDeps,
  name: string,
  { version, anyway }: ActivateBody,
): Promise<string[]> {
  const row = await deps.database.kysely
    .selectFrom('remote_versions')
    .select('trial_failure')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  const failure = row?.trial_failure ?? null
  if (failure === null) return []
  const detail = phrase('it failed when it was tried in a page ({{failure}})', { failure: verbatim(failure) })
  if (anyway !== true) throw refused('activated', name, version, [detail])
  return [`It failed when it was tried in a page: ${failure}.`]
}

/** The note of an activation, with what was accepted. The history shows it beside who activated the build. */
function noteOf(note: string | undefined, accepted: readonly string[]): string | null {
  if (accepted.length === 0) return note ?? null
  return [note, `Activated anyway. ${accepted.join(' ')}`]
    .filter((part) => part !== undefined)
    .join(' ')
    .slice(0, 500)
}

export async function requireFiles(trx: Transaction<Tables>, name: string, version: string): Promise<void> {
  const row = await trx
    .selectFrom('remote_versions')
    .select('swept_at')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  if (row?.swept_at !== null)
    throw new Refusal(
      'not-found',
      phrase('Version {{version}} of {{name}} is no longer stored. Deploy it again.', { version, name }),
    )
}

/** Throws 409 for a remote that was removed and can still be restored: that comes first. */
export async function requireNotRemoved(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  name: string,
): Promise<void> {
  if ((await findRemoval(trx, name, restorableSince(deps))) !== undefined)
    throw new Refusal(
      'transition-refused',
      phrase('{{name}} was removed from the portal. An administrator can restore it in Settings, Modules.', {
        name,
      }),
    )
}

/**
 * Activates a published build, for everyone or as a canary for some viewers while the active build stays for
 * the others.
 */
export async function activate(
  deps: DomainDeps,
  name: string,
  body: ActivateBody,
  asker: Requester,
): Promise<ActivateResult> {
  const { version } = body
  const canary = body.canary ?? null
  const accepted = [...(await requireFit(deps, name, body)), ...(await requireNotFailed(deps, name, body))]
  const note = noteOf(body.note, accepted)
  return deps.database.kysely.transaction().execute(async (trx) => {
    const { active } = deploymentStateOf(await lockSteps(trx, name))
    await requireFiles(trx, name, version)
    await requireNotRemoved(deps, trx, name)
    if (canary !== null && active === null) {
      throw new Refusal(
        'transition-refused',
        phrase('{{name}} has no active version yet. Activate the first version without a canary.', { name }),
      )
    }
    await requireApproval(trx, () => ({
      kind: 'remote-activated',
      change: { name, body },
      summary: phrase(
        canary === null
          ? 'Activate version {{version}} of {{name}}.'
          : 'Activate version {{version}} of {{name}} as a canary.',
        { version: verbatim(version), name: verbatim(name) },
      ),
      forSuperadmin: name === 'admin',
    }))
    const reason = canary === null ? 'deploy' : 'canary'
    return recordStep(deps, trx, { name, version, reason, from: active, canary, note }, asker)
  })
}

/** What a rollback would do: end the canary, or return to the latest earlier version whose files are kept. */
function rollbackStep(
  { active, canary, earlier }: DeploymentState,
  kept: ReadonlySet<string>,
): { version: string; from: string; reason: 'end-canary' | 'rollback' } | null {
  if (active === null) return null
  if (canary !== null) return { version: active, from: canary.version, reason: 'end-canary' }
  const version = earlier.find((each) => kept.has(each))
  return version === undefined ? null : { version, from: active, reason: 'rollback' }
}

/** The version that `rollback` would activate, or null. */
export function rollbackTarget(standing: DeploymentState, kept: ReadonlySet<string>): string | null {
  return rollbackStep(standing, kept)?.version ?? null
}

/** The versions of a remote whose files are still stored. */
async function storedVersions(from: Kysely<Tables>, name: string): Promise<Set<string>> {
  const rows = await from
    .selectFrom('remote_versions')
    .select('version')
    .where('name', '=', name)
    .where('swept_at', 'is', null)
    .execute()
  return new Set(rows.map(({ version }) => version))
}

/** Throws 409 for a rollback to a version that would not start, because the portal has changed since. */
async function requireStarting(deps: DomainDeps, name: string, version: string): Promise<void> {
  const fatal = (await findProblems(deps, name, version)).filter(({ isFatal }) => isFatal)
  if (fatal.length > 0)
    throw refused(
      'activated',
      name,
      version,
      fatal.map(({ detail }) => detail),
    )
}

/**
 * Reverts the last deployment, effective for the next request. Throws 409 if there is no earlier version, or
 * if it would not start.
 */
export async function rollback(
  deps: DomainDeps,
  name: string,
  note: string | null,
  asker: Requester,
): Promise<ActivateResult> {
  const steps = (await listDeploymentSteps(deps.database)).get(name) ?? []
  const expected = rollbackStep(deploymentStateOf(steps), await storedVersions(deps.database.kysely, name))
  if (expected?.reason === 'rollback') await requireStarting(deps, name, expected.version)
  return deps.database.kysely.transaction().execute(async (trx) => {
    const standing = deploymentStateOf(await lockSteps(trx, name))
    if (standing.active === null)
      throw new Refusal('not-found', phrase('Module {{name}} not found.', { name }))
    const way = rollbackStep(standing, await storedVersions(trx, name))
    if (way === null)
      throw new Refusal(
        'transition-refused',
        phrase('{{name}} has no earlier version to roll back to.', { name }),
      )
    return recordStep(deps, trx, { name, ...way, canary: null, note }, asker)
  })
}
