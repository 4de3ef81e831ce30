import { SavedView, View, findCollection, isAdministrator, isStaff } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { sql } from 'kysely'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { personSql } from '../sql/field-sql.ts'
import { run } from '../write/writing.ts'

/** A stored view, with its owner as the actor may see them. */
export const StoredView = z.object({
  pid: z.string(),
  collection: z.string(),
  owner: z.string(),
  visibility: View.shape.visibility,
  default_for: z.string().nullable(),
  version: z.number(),
  state: z.unknown(),
  owner_reference: z.object({ pid: z.string(), title: z.string() }).nullable(),
})
export type StoredView = z.infer<typeof StoredView>

/**
 * Condition on views `v`: the actor may read them, because they are their own, shared with them, or the
 * default of their role.
 */
function readableSql(actor: Actor): RawBuilder<unknown> {
  return sql`(v.owner = ${actor.pid} or v.visibility = 'clients' or (v.visibility = 'everyone' and ${isStaff(actor.role)}::boolean)
    or (v.visibility = 'role' and v.role = ${actor.role}) or v.default_for = ${actor.role}
    or (${isAdministrator(actor.role)}::boolean and v.visibility <> 'mine'))`
}

function columnsSql(actor: Actor): RawBuilder<unknown> {
  return sql`v.pid, v.collection, v.owner, v.visibility, v.default_for, v.version, v.state,
    (select ${sql.raw(personSql('v.owner', actor.role === 'client'))} from (select ${actor.org}::text as org) viewer) as owner_reference`
}

/** The views of these collections that the actor may read, oldest first. */
export function viewsSql(actor: Actor, collections: readonly string[]): RawBuilder<unknown> {
  return sql`select ${columnsSql(actor)} from views v
    where v.deleted_at is null and v.collection = any(${[...collections]}::text[]) and ${readableSql(actor)} order by v.seq`
}

/** One view, if the actor may read it. */
export function viewSql(actor: Actor, pid: string): RawBuilder<unknown> {
  return sql`select ${columnsSql(actor)} from views v where v.deleted_at is null and v.pid = ${pid} and ${readableSql(actor)}`
}

/**
 * The view in wire format; null if the stored view is no longer valid, for example because its collection was
 * removed.
 */
export function toView(stored: StoredView, actor: Actor): View | null {
  const parsed = SavedView.safeParse(stored.state)
  if (!parsed.success || findCollection(stored.collection) === undefined) return null
  const { pid, version, visibility } = stored
  const state = {
    ...parsed.data,
    pid,
    version,
    visibility,
    owner: stored.owner_reference,
    mayChange: mayChange(stored, actor),
  }
  return { ...state, isDefaultFor: SavedView.shape.isDefaultFor.parse(stored.default_for) ?? null }
}

/** The owner may change a view; administrators may also change shared ones. */
export function mayChange({ owner, visibility, default_for }: StoredView, actor: Actor): boolean {
  return (
    owner === actor.pid || (isAdministrator(actor.role) && (visibility !== 'mine' || default_for !== null))
  )
}

/**
 * Names of the views of these collections that use an added field and that the actor may read, and the number
 * of other views that use it.
 */
export async function listViewsNaming(
  kysely: Kysely<Tables>,
  actor: Actor,
  collections: readonly string[],
  key: string,
): Promise<{ views: string[]; otherViews: number }> {
  const { rows } = await sql<{
    name: string
    readable: boolean
  }>`select v.state->>'name' as name, ${readableSql(actor)} as readable from views v
    where v.deleted_at is null and v.collection = any(${[...collections]}::text[])
      and v.state::text ~ ${`custom\\.${key}([^A-Za-z0-9_]|$)`} order by v.seq`.execute(kysely)
  const views = rows.filter(({ readable }) => readable).map(({ name }) => name)
  return { views, otherViews: rows.length - views.length }
}

/** Which of these views the actor may read, including deleted ones; used by the stream. */
export async function readableViewPids(
  database: Database,
  actor: Actor,
  pids: readonly string[],
): Promise<Set<string>> {
  const { sql: text, parameters } =
    sql`select v.pid from views v where v.pid = any(${[...pids]}::text[]) and ${readableSql(actor)}`.compile(
      database.kysely,
    )
  return new Set(
    (await database.query(text, parameters, z.object({ pid: z.string() }))).map((row) => row.pid),
  )
}

/** Removes the default of a role from every other view that has it. Returns those views. */
export function clearDefault(
  database: Database,
  trx: Transaction<Tables>,
  { collection, role, except, at }: { collection: string; role: string; except: string; at: Date },
): Promise<{ pid: string; version: number }[]> {
  return run(
    database,
    trx,
    sql`update views set default_for = null, version = version + 1, updated_at = ${at}::timestamptz
      where collection = ${collection} and default_for = ${role} and deleted_at is null and pid <> ${except} returning pid, version`,
    z.object({ pid: z.string(), version: z.number() }),
  )
}
