import { RedeemLink, Refusal } from '@portal/contract'
import type { Actor, PersonalLink } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { addressOf, countFailure, limits } from '#platform/auth/attempts.ts'
import { accountNotices } from '../account-notices.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { alertPerson } from '#domain/notifications/personal-alerts.ts'
import { acceptDemoPerson, findDemoOrigin } from '#platform/auth/demo-people.ts'
import { requireNotFrozen } from '#platform/auth/freeze.ts'
import { openSession } from '../open-session.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { openInvitations } from '#domain/notifications/delivery/letters.ts'
import type { PostingDeps } from '#domain/users/sign-in/system-mail.ts'
import type { DomainDeps } from '#domain/deps.ts'
import type { Tables } from '#platform/database/tables.ts'
import { parse } from '#platform/http/problems.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import { canSignIn } from '../holders.queries.ts'
import { getPerson, requireManageable } from './manageable-person.ts'

const minuteMs = 60_000
const lifetimes = { invitation: 7 * 24 * 60 * minuteMs, enrolment: 10 * minuteMs } as const

interface LinkRequest {
  person: string
  kind: PersonalLink['kind']
  /** Pid of the person who creates it. */
  by: string
}

/** Creates a link of this person and withdraws their earlier ones. Only the hash of its token is stored. */
export async function replaceLink(
  { ids, clock, environment }: Pick<DomainDeps, 'ids' | 'clock'> & { environment: { publicOrigin: string } },
  trx: Transaction<Tables>,
  { person, kind, by }: LinkRequest,
): Promise<PersonalLink> {
  const token = ids.token()
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + lifetimes[kind])
  await trx.deleteFrom('personal_links').where('user_pid', '=', person).where('used_at', 'is', null).execute()
  await trx
    .insertInto('personal_links')
    .values({
      token_hash: hashToken(token),
      user_pid: person,
      kind,
      created_at: now,
      created_by: by,
      expires_at: expiresAt,
    })
    .execute()
  return {
    link: `${environment.publicOrigin}/sign-up#link=${token}`,
    kind,
    expiresAt: expiresAt.toISOString(),
  }
}

/**
 * Whether a demo account added this person. The link then marks them as a real person. Throws 409 for a
 * person of the sample data, who does not exist.
 */
async function mayBeAccepted(deps: DomainDeps, pid: string): Promise<boolean> {
  const origin = await findDemoOrigin(deps.database.kysely, pid)
  if (origin !== 'sample') return origin === 'added'
  const sentence = 'This is a demo account. Add the person as a new user.'
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/**
 * Handler of `POST /api/auth/users/{pid}/link`: a single-use link for creating a passkey. It is an invitation
 * for a person who never signed in, and an enrollment link for a person who lost their passkeys. The token is
 * in the fragment, which servers and proxies do not see. It replaces earlier links. An invitation is mailed
 * to
 * its person as well; a link for lost passkeys is not, since it would make a mailbox enough to sign in. 409
 * for
 * a person who cannot sign in.
 */
export async function makeLink(
  deps: PostingDeps,
  actor: Actor,
  request: FastifyRequest,
  pid: string,
): Promise<PersonalLink> {
  const user = await getPerson(deps.database.kysely, pid)
  requireManageable(actor, user)
  if (user.status === 'DISABLED' || user.status === 'DELETED') {
    const sentence = 'This account is disabled. Enable it first.'
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  }
  const isAccepted = !deps.environment.demo && (await mayBeAccepted(deps, pid))
  const kind = user.status === 'INVITED' ? 'invitation' : 'enrolment'
  const now = deps.clock.now()
  const invite = kind === 'invitation' ? await openInvitations(deps) : null
  const made = await deps.database.kysely.transaction().execute(async (trx) => {
    if (isAccepted) await acceptDemoPerson(trx, pid)
    const link = await replaceLink(deps, trx, { person: pid, kind, by: actor.pid })
    const maker =
      (await trx.selectFrom('users').select('name').where('pid', '=', actor.pid).executeTakeFirst())?.name ??
      'An administrator'
    await alertPerson({ deps, trx, now }, pid, accountNotices.linkMade(maker))
    await writeAudit(trx, {
      kind: 'link-made',
      at: now,
      actor: actor.pid,
      person: pid,
      origin: originOf(request),
      detail: { kind },
    })
    const { name, email } = user
    const isMailed =
      invite !== null && email !== null && (await invite(trx, { pid, name: name ?? '', email }, link))
    return isMailed ? { ...link, isMailed } : link
  })
  deps.outbox.wake()
  return made
}

/**
 * Handler of `DELETE /api/auth/users/{pid}/link`: withdraws all links of this person. 404 when none is valid.
 */
export async function withdrawLink(
  deps: DomainDeps,
  actor: Actor,
  request: FastifyRequest,
  pid: string,
): Promise<void> {
  const now = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const withdrawn = await trx
      .deleteFrom('personal_links')
      .where('user_pid', '=', pid)
      .where('used_at', 'is', null)
      .returning('kind')
      .execute()
    const [link] = withdrawn
    if (link === undefined) throw new Refusal('not-found', 'This person has no link.')
    const line = {
      at: now,
      actor: actor.pid,
      person: pid,
      origin: originOf(request),
      detail: { kind: link.kind },
    }
    await writeAudit(trx, { kind: 'link-withdrawn', ...line })
  })
}

/**
 * Handler of `POST /api/auth/links/redeem`: uses a link up and opens a session that can only create a
 * passkey. 404 for a link that is not valid.
 */
export async function redeemLink(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { token } = parse(RedeemLink, request.body ?? {}, 'body')
  const now = deps.clock.now()
  const link = await deps.database.kysely.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('personal_links')
      .set({ used_at: now })
      .where('token_hash', '=', hashToken(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['user_pid', 'kind'])
      .executeTakeFirst()
    if (used !== undefined) await requireNotFrozen(trx, { kind: 'person', pid: used.user_pid })
    return used
  })
  if (link === undefined || !(await canSignIn(deps, { kind: 'person', pid: link.user_pid }))) {
    await countFailure(deps, reply, [limits.failedSignIns, addressOf(request)])
    throw new Refusal('not-found', 'This link was already used or has expired. Request a new one.')
  }
  const { user_pid: person, kind } = link
  const origin = originOf(request)
  await deps.database.kysely.transaction().execute(async (trx) => {
    await alertPerson({ deps, trx, now }, person, accountNotices.linkUsed(origin.address))
    await writeAudit(trx, { kind: 'link-used', at: now, actor: person, person, origin, detail: { kind } })
  })
  await openSession(deps, request, reply, {
    principal: { kind: 'person', pid: person },
    method: 'link',
    stage: 'pre',
  })
}
