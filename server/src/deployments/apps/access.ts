import { Refusal } from '@portal/contract'
import type { AppAccess, AppConsent } from '@portal/contract/apps'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import type { RequestOrigin } from '#platform/auth/origin-of.ts'
import { findApp } from '#platform/federation/apps.queries.ts'
import type { AppRow } from '#platform/federation/apps.queries.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

/** A person who uses apps. */
type AppUser = Pick<SessionUser, 'pid' | 'role'>

/** An app that the person may open. */
export interface OpenApp {
  app: AppRow
  origin: string
  /** Whether the person agreed to the present origin and scopes, and did not withdraw. */
  agreed: boolean
}

const GrantRow = z.object({ origin: z.string(), scopes: z.array(z.string()) })

const sameScopes = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join(' ') === other.toSorted().join(' ')

/** The app, if it is on for the person's role. Throws 404 otherwise, so that nobody learns of other apps. */
export async function openApp(deps: DomainDeps, pid: string, person: AppUser): Promise<OpenApp> {
  const app = await findApp(deps.database, pid)
  if (app === undefined || !app.is_active || person.role === null || !app.roles.includes(person.role))
    throw new Refusal('not-found', 'App not found.')
  const [grant] = await deps.database.query(
    'select origin, scopes from app_grants where app = $1 and person = $2 and withdrawn_at is null',
    [pid, person.pid],
    GrantRow,
  )
  const { origin } = new URL(app.address)
  const agreed = grant !== undefined && grant.origin === origin && sameScopes(grant.scopes, app.scopes)
  return { app, origin, agreed }
}

/** The app, if the person also agreed to what it asks for now. Throws 404 and 403. */
export async function openAllowedApp(deps: DomainDeps, pid: string, person: AppUser): Promise<OpenApp> {
  const opened = await openApp(deps, pid, person)
  if (!opened.agreed)
    throw new Refusal('forbidden', 'You have not allowed this app.', { code: 'app-not-allowed' })
  return opened
}

/** What the app asks for, for the person who decides. Throws 404. */
export async function accessOf(deps: DomainDeps, pid: string, person: AppUser): Promise<AppAccess> {
  const { app, origin, agreed } = await openApp(deps, pid, person)
  const name = { en: app.name_en, es: app.name_es }
  return { pid, name, owner: app.owner, origin, scopes: app.scopes, agreed }
}

/** Keeps that the person agrees. Throws 404, and 409 when the app asks for something else by now. */
export async function allowApp(
  deps: DomainDeps,
  pid: string,
  { origin, scopes }: AppConsent,
  person: AppUser,
  from: RequestOrigin,
): Promise<void> {
  const opened = await openApp(deps, pid, person)
  if (opened.origin !== origin || !sameScopes(opened.app.scopes, scopes))
    throw new Refusal('version-conflict', 'The app was changed meanwhile. Read again what it may do.')
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const grant = { origin, scopes: scopes.toSorted(), granted_at: at, withdrawn_at: null }
    await trx
      .insertInto('app_grants')
      .values({ app: pid, person: person.pid, ...grant })
      .onConflict((conflict) => conflict.columns(['app', 'person']).doUpdateSet(grant))
      .execute()
    const detail = { app: pid, name: opened.app.name_en, origin, scopes }
    await writeAudit(trx, {
      kind: 'app-allowed',
      at,
      actor: person.pid,
      person: person.pid,
      origin: from,
      detail,
    })
  })
}

/**
 * Ends what the person allowed an app, also one that is off or deleted. Without a consent nothing changes.
 */
export async function withdrawApp(
  deps: DomainDeps,
  pid: string,
  person: AppUser,
  from: RequestOrigin,
): Promise<void> {
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('app_grants')
      .set({ withdrawn_at: at })
      .where('app', '=', pid)
      .where('person', '=', person.pid)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) return
    const detail = { app: pid }
    await writeAudit(trx, {
      kind: 'app-withdrawn',
      at,
      actor: person.pid,
      person: person.pid,
      origin: from,
      detail,
    })
  })
}
