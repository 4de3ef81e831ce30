import { Refusal, invalid, phrase } from '@portal/contract'
import type { CreatedPid } from '@portal/contract'
import { NewApp } from '@portal/contract/apps'
import type { AppPatch, RegisteredApp } from '@portal/contract/apps'
import { z } from 'zod'
import type { Transaction } from 'kysely'
import type { DomainDeps } from '#domain/deps.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import type { Tables } from '#platform/database/tables.ts'
import { isLoopback } from '#platform/environment/loopback.ts'
import { findApp, listApps } from '#platform/federation/apps.queries.ts'
import type { AppRow } from '#platform/federation/apps.queries.ts'
import { requireOutsideAddress } from '#platform/outside/outside-address.ts'
import type { Administrator } from '../tokens.ts'

/** More apps than this have no place in a menu. */
const maxApps = 50

const UseRow = z.object({
  app: z.string(),
  people: z.int(),
  calls: z.int(),
  refused: z.int(),
  last_at: z.date().nullable(),
})

const useText = `select a.pid as app,
    (select count(*)::int from app_grants g where g.app = a.pid and g.withdrawn_at is null and g.scopes = a.scopes) as people,
    coalesce(sum(c.calls), 0)::int as calls, coalesce(sum(c.refused), 0)::int as refused, max(c.last_at) as last_at
  from apps a left join app_calls c on c.app = a.pid and c.day > $1::date - 30
  where a.deleted_at is null group by a.pid`

const withoutUse = { people: 0, calls: 0, refused: 0, last_at: null }

/** All registered apps with who uses them. */
export async function listRegisteredApps(deps: DomainDeps): Promise<RegisteredApp[]> {
  const [rows, uses] = await Promise.all([
    listApps(deps.database),
    deps.database.query(useText, [deps.clock.now()], UseRow),
  ])
  return rows.map((row) => {
    const { people, calls, refused, last_at: last } = uses.find(({ app }) => app === row.pid) ?? withoutUse
    return {
      ...toApp(row),
      pid: row.pid,
      version: row.version,
      people,
      calls,
      refused,
      lastCallAt: last?.toISOString() ?? null,
    }
  })
}

function toApp({ name_en: en, name_es: es, is_active: isActive, ...row }: AppRow): NewApp {
  const { owner, address, roles, page, collections, scopes } = row
  return { name: { en, es }, owner, address, roles, page, collections, scopes, isActive }
}

const columnsOf = ({ name, isActive, ...rest }: NewApp) => ({
  name_en: name.en,
  name_es: name.es,
  owner: rest.owner,
  address: rest.address,
  roles: rest.roles,
  page: rest.page,
  collections: rest.collections,
  scopes: rest.scopes.toSorted(),
  is_active: isActive,
})

/** Whether the address leads to the portal itself, under any name of this machine. */
function isOwnOrigin(url: URL, publicOrigin: URL): boolean {
  const bothHere = isLoopback(url.hostname) && isLoopback(publicOrigin.hostname)
  return url.origin === publicOrigin.origin || (bothHere && url.port === publicOrigin.port)
}

/** Throws 400 for an app that cannot be shown. */
function requireFit(deps: DomainDeps, { address, page, collections, roles }: NewApp): void {
  const url = new URL(address)
  if (url.username !== '' || url.password !== '')
    throw invalid('body.address', 'malformed', 'body.address has a user or a password.')
  // A Content-Security-Policy has no form for a host in brackets.
  if (url.hostname.startsWith('['))
    throw invalid('body.address', 'malformed', 'body.address must name a host, not an IPv6 address.')
  requireOutsideAddress(url, deps.environment.allowPrivateApps)
  if (isOwnOrigin(url, new URL(deps.environment.publicOrigin)))
    throw invalid('body.address', 'own-address', 'body.address is an address of the portal itself.')
  if (!page && collections.length === 0)
    throw invalid('body.collections', 'required', 'Choose a page in the menu or at least one collection.')
  if (roles.length === 0) throw invalid('body.roles', 'required', 'Choose at least one role.')
}

interface Change {
  kind: 'app-registered' | 'app-changed' | 'app-deleted'
  app: string
  name: string
  fields?: readonly string[]
}

async function record(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  { kind, ...detail }: Change,
  { pid, origin }: Administrator,
): Promise<void> {
  await writeAudit(trx, { kind, at: deps.clock.now(), actor: pid, person: null, origin, detail })
}

/** Registers an app. Throws 400 for an address that an app cannot have, 409 when there are too many. */
export async function registerApp(deps: DomainDeps, app: NewApp, by: Administrator): Promise<CreatedPid> {
  requireFit(deps, app)
  const [pid, at] = [deps.ids.pid(), deps.clock.now()]
  const made = { created_at: at, created_by: by.pid, updated_at: at, updated_by: by.pid, deleted_at: null }
  await deps.database.kysely.transaction().execute(async (trx) => {
    const others = await trx
      .selectFrom('apps')
      .select('pid')
      .where('deleted_at', 'is', null)
      .limit(maxApps)
      .execute()
    if (others.length === maxApps)
      throw new Refusal('duplicate', phrase('There can be at most {{maxApps}} apps.', { maxApps }))
    await trx
      .insertInto('apps')
      .values({ pid, ...columnsOf(app), ...made })
      .execute()
    await record(deps, trx, { kind: 'app-registered', app: pid, name: app.name.en }, by)
  })
  return { pid }
}

/**
 * Changes an app. People whom it asks for something else than before are asked again. Throws 400, 404, and
 * 409 when somebody else changed it.
 */
export async function changeApp(
  deps: DomainDeps,
  pid: string,
  { version, ...patch }: AppPatch,
  by: Administrator,
): Promise<void> {
  const before = await findApp(deps.database, pid)
  if (before === undefined) throw new Refusal('not-found', 'App not found.')
  const app = NewApp.parse({ ...toApp(before), ...patch })
  requireFit(deps, app)
  await deps.database.kysely.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('apps')
      .set({ ...columnsOf(app), version: version + 1, updated_at: deps.clock.now(), updated_by: by.pid })
      .where('pid', '=', pid)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n)
      throw new Refusal('version-conflict', 'The app was changed by someone else.')
    await record(
      deps,
      trx,
      { kind: 'app-changed', app: pid, name: app.name.en, fields: Object.keys(patch) },
      by,
    )
  })
}

/** Deletes an app. Its open frames can call nothing from then on. Throws 404. */
export async function deleteApp(deps: DomainDeps, pid: string, by: Administrator): Promise<void> {
  await deps.database.kysely.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('apps')
      .set({ deleted_at: deps.clock.now(), updated_by: by.pid })
      .where('pid', '=', pid)
      .where('deleted_at', 'is', null)
      .returning('name_en')
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('not-found', 'App not found.')
    await record(deps, trx, { kind: 'app-deleted', app: pid, name: row.name_en }, by)
  })
}
