import { Refusal, approvalLifetimeMs, isAdministrator, standInOf, toRole } from '@portal/contract'
import type { Language, SecondApproval, Role } from '@portal/contract'
import { sql } from 'kysely'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import type { RequestOrigin } from '#platform/auth/origin-of.ts'
import { localize } from '#platform/language/localize.ts'
import { fromStoredText, toStoredText } from '#platform/language/stored-message.ts'
import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { notificationTexts } from '#domain/notifications/texts.ts'
import { alertPerson } from '#domain/notifications/personal-alerts.ts'
import { listAbsences } from '../users/absence/absences.ts'
import type { Absences } from '../users/absence/absences.ts'
import type { DomainDeps } from '../deps.ts'
import { asApproved } from './second-approval.ts'
import type { ApprovalWish } from './second-approval.ts'

/** A person who requests or decides a change, and the origin of their request. */
export interface Decider {
  pid: string
  role: Role | null
  origin: RequestOrigin | null
}

/** The person who requested a change, with their current role. */
export interface ApprovalRequester {
  pid: string
  role: Role
  org: null
}

/** Carries out a change for the person who requested it, and checks it under the current rules. */
export type ApprovalHandler = (asker: ApprovalRequester, change: unknown) => Promise<unknown>

const waits = 'A second administrator must approve this change in Settings, General. Nothing has changed yet.'

/**
 * Who is asked to decide: of those who may, the ones at work, with the names of the people they stand in for.
 * Somebody whose delegate may not decide, such as the person who requested the change, is asked themselves.
 */
export function decidersAtWork(
  mayDecide: readonly string[],
  { delegates, names }: Absences,
): Map<string, string[]> {
  const deciders = new Map<string, string[]>()
  for (const person of mayDecide) {
    const standIn = standInOf(person, delegates)
    const asked = mayDecide.includes(standIn) ? standIn : person
    const meantFor = deciders.get(asked) ?? []
    deciders.set(asked, asked === person ? meantFor : [...meantFor, names.get(person) ?? ''])
  }
  return deciders
}

/**
 * Stores a change until a second person decides, alerts the people who may decide, and returns the refusal
 * for the caller.
 */
export async function requestApproval(
  deps: DomainDeps,
  wish: ApprovalWish,
  asker: { pid: string; origin: RequestOrigin | null },
): Promise<Refusal> {
  const [pid, at] = [deps.ids.pid(), deps.clock.now()]
  await deps.database.kysely.transaction().execute(async (trx) => {
    const { kind, change, forSuperadmin } = wish
    const summary = toStoredText(wish.summary)
    const row = {
      pid,
      kind,
      change: JSON.stringify(change),
      summary,
      for_superadmin: forSuperadmin,
      state: 'waiting' as const,
    }
    const expires = new Date(at.getTime() + approvalLifetimeMs)
    await trx
      .insertInto('approvals')
      .values({ ...row, asked_by: asker.pid, asked_at: at, expires_at: expires })
      .execute()
    await writeAudit(trx, {
      kind: 'approval-asked',
      at,
      actor: asker.pid,
      person: null,
      origin: asker.origin,
      detail: { approval: pid, summary },
    })
    const { rows } = await sql<{
      pid: string
    }>`select pid from users where deleted_at is null and status = 'ACTIVE' and pid <> ${asker.pid}
      and lower(trim(role)) = any(${forSuperadmin ? ['superadmin'] : ['admin', 'superadmin']}::text[])`.execute(
      trx,
    )
    const notice = (meantFor: readonly string[]) =>
      ({
        rule: 'approval-asked',
        severity: 'WARNING',
        words: (language: Language) => {
          const say = alertTexts(language)
          const title = say('approvalWaits')
          const name = new Intl.ListFormat(language).format(meantFor)
          return {
            title: meantFor.length === 0 ? title : notificationTexts(language)('onBehalfOf', { title, name }),
            message: say('approvalMeans', { summary: localize(language)(wish.summary) }),
          }
        },
        link: '/settings',
      }) as const
    const absences = await listAbsences({ deps, trx, now: at })
    const deciders = decidersAtWork(
      rows.map((row) => row.pid),
      absences,
    )
    for (const [person, meantFor] of deciders)
      await alertPerson({ deps, trx, now: at }, person, notice(meantFor))
  })
  return new Refusal('approval-needed', waits)
}

interface Row {
  pid: string
  kind: SecondApproval['kind']
  change: unknown
  summary: string
  for_superadmin: boolean
  state: Exclude<SecondApproval['state'], 'expired'>
  asked_by: string
  asker: string | null
  asked_at: Date
  expires_at: Date
  decider: string | null
  decided_at: Date | null
  reason: string | null
}

const mayDecide = (row: Pick<Row, 'asked_by' | 'for_superadmin'>, { pid, role }: Decider): boolean =>
  row.asked_by !== pid &&
  role !== null &&
  (row.for_superadmin ? role === 'superadmin' : isAdministrator(role))

/** Waiting changes first, then decided ones; both newest first. Returns at most 100. */
export async function listApprovals(
  deps: DomainDeps,
  viewer: Decider,
  language: Language,
): Promise<SecondApproval[]> {
  const read = (text: string) => localize(language)(fromStoredText(text))
  const now = deps.clock.now()
  const { rows } = await sql<Row>`select a.*, u.name as asker, d.name as decider from approvals a
    left join users u on u.pid = a.asked_by left join users d on d.pid = a.decided_by
    order by (a.state = 'waiting' and a.expires_at > ${now}) desc, a.asked_at desc, a.pid desc limit 100`.execute(
    deps.database.kysely,
  )
  return rows.map((row) => {
    const isWaiting = row.state === 'waiting' && row.expires_at > now
    return {
      pid: row.pid,
      kind: row.kind,
      summary: read(row.summary),
      state: row.state === 'waiting' && !isWaiting ? 'expired' : row.state,
      askedBy: { pid: row.asked_by, name: row.asker ?? '' },
      askedAt: row.asked_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      decidedBy: row.decider,
      decidedAt: row.decided_at?.toISOString() ?? null,
      reason: row.reason === null ? null : read(row.reason),
      mayDecide: isWaiting && mayDecide(row, viewer),
      mayWithdraw: isWaiting && row.asked_by === viewer.pid,
    }
  })
}

/**
 * Moves a waiting change to its final state, once. Throws 404; 403 when the person may not decide; 409 when
 * the change no longer waits.
 */
async function decide(
  deps: DomainDeps,
  pid: string,
  state: 'approved' | 'rejected' | 'withdrawn',
  by: Decider,
): Promise<Row> {
  const at = deps.clock.now()
  return deps.database.kysely.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('approvals')
      .selectAll()
      .where('pid', '=', pid)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('not-found', 'Request not found.')
    if (state === 'withdrawn' ? row.asked_by !== by.pid : !mayDecide(row, by)) {
      const sentence = row.for_superadmin
        ? 'Another superadmin must decide this request.'
        : 'Another administrator must decide this request.'
      throw new Refusal(
        'forbidden',
        state === 'withdrawn' ? 'Only the person who made a request can withdraw it.' : sentence,
      )
    }
    if (row.state !== 'waiting' || row.expires_at <= at)
      throw new Refusal('transition-refused', 'This request was already decided or has expired.')
    await trx
      .updateTable('approvals')
      .set({ state, decided_by: by.pid, decided_at: at })
      .where('pid', '=', pid)
      .execute()
    const kind = (
      { approved: 'approval-given', rejected: 'approval-rejected', withdrawn: 'approval-withdrawn' } as const
    )[state]
    await writeAudit(trx, {
      kind,
      at,
      actor: by.pid,
      person: null,
      origin: by.origin,
      detail: { approval: pid, summary: row.summary },
    })
    return { ...row, asker: null, decider: null }
  })
}

/** The requester as of now. Throws unless they are still active and an administrator. */
async function askerNow(deps: DomainDeps, pid: string): Promise<ApprovalRequester> {
  const { rows } = await sql<{
    role: string | null
  }>`select role from users where pid = ${pid} and deleted_at is null and status = 'ACTIVE'`.execute(
    deps.database.kysely,
  )
  const role = toRole(rows[0]?.role)
  if (role === null || !isAdministrator(role))
    throw new Refusal('transition-refused', 'The person who requested this is no longer an administrator.')
  return { pid, role, org: null }
}

/**
 * Approves a change and carries it out for its requester under the current rules. When it is refused, its
 * state becomes `failed` with the reason.
 */
export async function approve(
  deps: DomainDeps,
  handlers: Readonly<Record<SecondApproval['kind'], ApprovalHandler>>,
  pid: string,
  by: Decider,
): Promise<void> {
  const row = await decide(deps, pid, 'approved', by)
  try {
    const asker = await askerNow(deps, row.asked_by)
    await asApproved(() => handlers[row.kind](asker, row.change))
  } catch (error) {
    const reason = toStoredText(error instanceof Refusal ? error.detail : 'Portal error.')
    await deps.database.kysely
      .updateTable('approvals')
      .set({ state: 'failed', reason })
      .where('pid', '=', pid)
      .execute()
    throw error
  }
}

export const reject = (deps: DomainDeps, pid: string, by: Decider) => decide(deps, pid, 'rejected', by)
export const withdraw = (deps: DomainDeps, pid: string, by: Decider) => decide(deps, pid, 'withdrawn', by)
