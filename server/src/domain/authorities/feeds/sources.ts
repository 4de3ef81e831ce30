import {
  Refusal,
  findStatus,
  invalid,
  invalidAll,
  isAdministrator,
  phrase,
  refusalOf,
  unseenTexts,
} from '@portal/contract'
import type { Actor, Reference } from '@portal/contract'
import {
  AuthoritySourcePatch,
  NewAuthoritySource,
  SourcesQuery,
  sourceMismatch,
} from '@portal/contract/authority-feeds'
import type {
  AuthoritySource,
  AuthoritySources,
  FeedRun,
  FeedRuns,
  FeedStatuses,
} from '@portal/contract/authority-feeds'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { encryptSecret } from '#platform/auth/encrypted-secret.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import type { Tables } from '#platform/database/tables.ts'
import { localize } from '#platform/language/localize.ts'
import { readStoredText } from '#platform/language/stored-message.ts'
import { requireOutsideAddress } from '#platform/outside/outside-address.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { inTransaction } from '#engine/write/writing.ts'
import { requireStaff } from './accept.ts'
import { isStale, tokenPurpose } from './run-source.ts'
import {
  SourceRow,
  countHeld,
  getSource,
  listRuns,
  listUnknownStatuses,
  sourceColumns,
  sourcesSql,
} from './source-rows.ts'
import type { RunRow } from './source-rows.ts'

const shownRuns = 50

/** Throws 403 for others than administrators. */
export function requireFeedAdministrator(actor: Pick<Actor, 'role'>): void {
  if (!isAdministrator(actor.role)) throw new Refusal('forbidden', 'Administrators only.')
}

const personOf = (pid: string | null, name: string | null): Reference | null =>
  pid === null ? null : { pid, title: name ?? '' }

function toRun(row: RunRow, actor: Pick<Actor, 'language'>): FeedRun {
  const { stopped, discoveryProblem, ...result } = row.result
  const read = (text: string) => readStoredText(text, localize(actor.language))
  return {
    id: row.id,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at.toISOString(),
    by: personOf(row.started_by, row.started_by_name),
    result: {
      ...result,
      ...(discoveryProblem !== undefined && { discoveryProblem: read(discoveryProblem) }),
      ...(stopped !== undefined && { stopped: read(stopped) }),
    },
  }
}

function stateOf(row: SourceRow, hasRun: boolean): AuthoritySource['state'] {
  if (!row.is_active) return 'off'
  if (row.is_stopped) return 'stopped'
  if (row.failures > 0) return 'failing'
  return hasRun ? 'running' : 'waiting'
}

async function toSources(
  deps: DomainDeps,
  actor: Actor,
  rows: readonly SourceRow[],
): Promise<AuthoritySource[]> {
  const { kysely } = deps.database
  const pids = rows.map(({ pid }) => pid)
  const [runs, words, held] = [
    await listRuns(kysely, pids, 1),
    await listUnknownStatuses(kysely, pids),
    await countHeld(kysely, pids),
  ]
  const now = deps.clock.now()
  return rows.map((row): AuthoritySource => {
    const run = runs.find(({ source }) => source === row.pid)
    return {
      pid: row.pid,
      version: row.version,
      authority: { pid: row.authority, title: row.authority_name },
      dialect: row.dialect,
      address: row.address,
      dataset: row.dataset,
      hasToken: row.token !== null,
      fields: row.fields,
      statuses: row.statuses,
      intervalMinutes: row.interval_minutes,
      staleAfterDays: row.stale_after_days,
      isActive: row.is_active,
      discovers: row.discovers,
      state: stateOf(row, run !== undefined),
      problem: row.problem === null ? null : readStoredText(row.problem, localize(actor.language)),
      refreshedAt: row.refreshed_at?.toISOString() ?? null,
      isStale: isStale(row.refreshed_at, row.stale_after_days, now),
      nextRunAt: row.is_active && !row.is_stopped ? (row.next_run_at?.toISOString() ?? null) : null,
      lastRun: run === undefined ? null : toRun(run, actor),
      unknownStatuses: words
        .filter(({ source }) => source === row.pid)
        .map(({ status, count }) => ({ status, count })),
      held: held.find(({ source }) => source === row.pid)?.count ?? 0,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    }
  })
}

/** `GET /authority-sources`: for staff, by the name of the authority, without tokens. Throws 403, 400. */
export async function listSources(deps: DomainDeps, actor: Actor, query: unknown): Promise<AuthoritySources> {
  requireStaff(actor)
  const parsed = SourcesQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { page, pageSize, filter = {}, ...equalities } = parsed.data
  const wanted = { ...filter, ...equalities }
  const where = sql`(${wanted.authority ?? null}::text is null or s.authority = ${wanted.authority ?? null})
    and (${wanted.dialect ?? null}::text is null or s.dialect = ${wanted.dialect ?? null})`
  const { kysely } = deps.database
  const counted = await sql`select count(*) as count ${sourcesSql} and ${where}`.execute(kysely)
  const found =
    await sql`select ${sourceColumns} ${sourcesSql} and ${where} order by a.name, s.created_at, s.pid
    limit ${pageSize}::bigint offset ${(page - 1) * pageSize}::bigint`.execute(kysely)
  const [{ count } = { count: 0 }] = z.array(z.object({ count: z.number() })).parse(counted.rows)
  const rows = z.array(SourceRow).parse(found.rows)
  return { sources: await toSources(deps, actor, rows), metadata: { count, page, pageSize } }
}

/** `GET /authority-sources/{pid}`. Throws 403, 404. */
export async function readSource(deps: DomainDeps, actor: Actor, pid: string): Promise<AuthoritySource> {
  requireStaff(actor)
  const row = await getSource(deps.database.kysely, pid)
  const [source] = await toSources(deps, actor, [row])
  if (source === undefined) throw new Error('A source is listed.')
  return source
}

/** `GET /authority-sources/{pid}/runs`: the latest runs. Throws 403, 404. */
export async function readRuns(deps: DomainDeps, actor: Actor, pid: string): Promise<FeedRuns> {
  requireStaff(actor)
  await getSource(deps.database.kysely, pid)
  const rows = await listRuns(deps.database.kysely, [pid], shownRuns)
  return { runs: rows.map((row) => toRun(row, actor)) }
}

const isRequired = 'body.{{path}} is required'
const doesNotFit = 'body.{{path}} does not fit the dialect of the feed'

/** Throws 400 for a column, a data set, a status or an address that a source cannot have. */
export function checkSource(
  deps: Pick<DomainDeps, 'statusMap' | 'environment'>,
  source: Pick<NewAuthoritySource, 'dialect' | 'dataset' | 'fields' | 'address' | 'discovers'> & {
    statuses: FeedStatuses
  },
): void {
  const wrong = sourceMismatch(source)
  if (wrong !== null) {
    const template = wrong.code === 'required' ? isRequired : doesNotFit
    throw invalid(`body.${wrong.path}`, wrong.code, phrase(template, { path: wrong.path }))
  }
  const unknown = Object.entries(source.statuses).find(
    ([, { to }]) => findStatus(deps.statusMap.current, to) === undefined,
  )
  if (unknown !== undefined) {
    const [word, { to }] = unknown
    throw invalid(
      `body.statuses.${word}.to`,
      'not-an-option',
      phrase('body.to: {{to}} is not a valid status', { to }),
    )
  }
  const url = new URL(source.address)
  if (url.username !== '' || url.password !== '')
    throw invalid(
      'body.address',
      'malformed',
      'body.address has a user or a password. Enter the token instead.',
    )
  requireOutsideAddress(url, deps.environment.allowPrivateSources)
}

/** Throws 400 for new texts of which nothing can be seen; `known` is the stored source. */
function requireSeenTexts(known: object | null, given: object): void {
  const unseen = unseenTexts(known, given, 'body')
  if (unseen.length > 0) throw invalidAll(unseen)
}

async function requireAuthority(trx: Transaction<Tables>, pid: string): Promise<void> {
  const { rows } = await sql`select 1 from authorities where pid = ${pid} and deleted_at is null`.execute(trx)
  if (rows.length === 0)
    throw invalid('body.authority', 'no-such-record', 'body.authority does not name an agency')
}

/** What an audit entry says of a source: never its token. */
function auditOf(
  deps: DomainDeps,
  actor: Actor,
  action: 'created' | 'changed' | 'deleted',
  source: string,
  fields: string[],
) {
  return {
    kind: 'authority-source-changed',
    at: deps.clock.now(),
    actor: actor.pid,
    person: null,
    origin: null,
    detail: { action, source, fields },
  } as const
}

const sealed = (deps: DomainDeps, token: string | null | undefined): string | null =>
  token === null || token === undefined
    ? null
    : encryptSecret(deps.environment.secretKey, tokenPurpose, token)

/** `POST /authority-sources`. Its first run is due at once. Throws 403, 400 listing what is wrong. */
export async function createSource(deps: DomainDeps, actor: Actor, body: unknown): Promise<{ pid: string }> {
  requireFeedAdministrator(actor)
  const parsed = NewAuthoritySource.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const source = parsed.data
  requireSeenTexts(null, source)
  checkSource(deps, source)
  const pid = await inTransaction(deps, (trx) => insertSource(deps, trx, actor, source))
  return { pid }
}

/** Adds a checked source and returns its pid. Throws 400 for an authority that is not there. */
export async function insertSource(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  source: NewAuthoritySource,
): Promise<string> {
  const [pid, now] = [deps.ids.pid(), deps.clock.now()]
  await requireAuthority(trx, source.authority)
  const audit = { created_at: now, created_by: actor.pid, updated_at: now, updated_by: actor.pid }
  await trx
    .insertInto('authority_sources')
    .values({
      pid,
      ...audit,
      authority: source.authority,
      dialect: source.dialect,
      address: source.address,
      dataset: source.dataset ?? null,
      token: sealed(deps, source.token),
      fields: JSON.stringify(source.fields),
      statuses: JSON.stringify(source.statuses),
      interval_minutes: source.intervalMinutes,
      stale_after_days: source.staleAfterDays,
      is_active: source.isActive,
      discovers: source.discovers,
      next_run_at: now,
    })
    .execute()
  await writeAudit(trx, auditOf(deps, actor, 'created', pid, Object.keys(source)))
  return pid
}

/** Changes after which the feed is read anew: what was known about it no longer holds. */
const rereads = ['authority', 'dialect', 'address', 'dataset', 'fields', 'token'] as const

/**
 * `PATCH /authority-sources/{pid}`. A source that stopped is asked again at its next time. Throws 403, 404,
 * 400, 409 for a stale `version`.
 */
export async function patchSource(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
  body: unknown,
): Promise<AuthoritySource> {
  requireFeedAdministrator(actor)
  const row = await getSource(deps.database.kysely, pid)
  const parsed = AuthoritySourcePatch.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  requireSeenTexts(row, parsed.data)
  const { fields, statuses, ...patch } = parsed.data
  const { dialect, address, dataset, discovers } = { ...row, ...patch }
  checkSource(deps, {
    dialect,
    address,
    dataset,
    fields: fields ?? row.fields,
    statuses: statuses ?? {},
    discovers,
  })
  const isCurrent = await inTransaction(deps, (trx) => updateSource(deps, trx, actor, row, parsed.data))
  const current = await readSource(deps, actor, pid)
  if (!isCurrent)
    throw new Refusal('version-conflict', 'This record was changed by someone else.', {
      current: { ...current },
    })
  return current
}

/** Writes a checked patch. False if the source has another version meanwhile. */
export async function updateSource(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  row: SourceRow,
  checked: AuthoritySourcePatch,
): Promise<boolean> {
  const { version, fields, statuses, token: given, ...patch } = checked
  // A token goes to the server it was entered for.
  const isElsewhere =
    patch.address !== undefined && new URL(patch.address).origin !== new URL(row.address).origin
  const token = given === undefined && isElsewhere ? null : given
  const { dialect, discovers } = { ...row, ...patch }
  const now = deps.clock.now()
  // A file is read whole or not at all: without this, one that does not change is not searched.
  const isSearched = dialect === 'csv' && discovers && !row.discovers
  const isReread = isSearched || rereads.some((name) => Object.hasOwn(checked, name))
  if (patch.authority !== undefined) await requireAuthority(trx, patch.authority)
  const { numUpdatedRows } = await trx
    .updateTable('authority_sources')
    .set({
      ...(patch.authority !== undefined && { authority: patch.authority }),
      ...(patch.dialect !== undefined && { dialect: patch.dialect }),
      ...(patch.address !== undefined && { address: patch.address }),
      ...(patch.dataset !== undefined && { dataset: patch.dataset }),
      ...(patch.intervalMinutes !== undefined && { interval_minutes: patch.intervalMinutes }),
      ...(patch.staleAfterDays !== undefined && { stale_after_days: patch.staleAfterDays }),
      ...(patch.isActive !== undefined && { is_active: patch.isActive }),
      ...(patch.discovers !== undefined && { discovers: patch.discovers }),
      // What is asked for is another thing now, so today's answer does not count.
      ...((isReread || (discovers && !row.discovers)) && { discovered_at: null, discovery_after: null }),
      ...(token !== undefined && { token: sealed(deps, token) }),
      ...(fields !== undefined && { fields: JSON.stringify(fields) }),
      ...(statuses !== undefined && { statuses: JSON.stringify(statuses) }),
      ...(isReread && { etag: null, newest: null, asked_all_at: null }),
      version: row.version + 1,
      updated_at: now,
      updated_by: actor.pid,
      next_run_at: now,
      is_stopped: false,
      failures: 0,
      problem: null,
    })
    .where('pid', '=', row.pid)
    .where('version', '=', version ?? row.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n)
    await writeAudit(trx, auditOf(deps, actor, 'changed', row.pid, Object.keys(checked)))
  return numUpdatedRows > 0n
}

/**
 * `DELETE /authority-sources/{pid}`: it is asked no more. What it said about permits stays. Throws 403, 404.
 */
export async function deleteSource(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
): Promise<{ deleted: number; failed: [] }> {
  requireFeedAdministrator(actor)
  await getSource(deps.database.kysely, pid)
  const now = deps.clock.now()
  await inTransaction(deps, async (trx) => {
    await sql`update authority_sources set deleted_at = ${now}::timestamptz, token = null, version = version + 1 where pid = ${pid}`.execute(
      trx,
    )
    await sql`update authority_proposals set state = 'DISMISSED', decided_at = ${now}::timestamptz, decided_by = ${actor.pid}
      where source = ${pid} and state in ('OPEN', 'HELD')`.execute(trx)
    await sql`update authority_finds set state = 'DISMISSED', decided_at = ${now}::timestamptz, decided_by = ${actor.pid}
      where source = ${pid} and state = 'OPEN'`.execute(trx)
    await writeAudit(trx, auditOf(deps, actor, 'deleted', pid, []))
  })
  return { deleted: 1, failed: [] }
}
