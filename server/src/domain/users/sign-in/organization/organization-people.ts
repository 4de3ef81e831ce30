import {
  NewOrganizationPerson,
  OrganizationPersonDisabled,
  OrganizationPersonPatch,
  Refusal,
  collections,
  toOrgRole,
  toRole,
  whyNotManagePeople,
  whyNotManagePerson,
  phrase,
} from '@portal/contract'
import type { Actor, OrganizationPeople, OrganizationPerson, PersonalLink } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits, takeAttempt } from '#platform/auth/attempts.ts'
import { changeUserStatus } from '../change-status.ts'
import { createRecord } from '#engine/write/create-record.ts'
import { patchRecord } from '#engine/write/patch-record.ts'
import type { PostingDeps } from '#domain/users/sign-in/system-mail.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { makeLink, withdrawLink } from '../people/links.ts'

/** Most people that an organization's administrators can add. The office can add more. */
const maxPeople = 500

/**
 * Writes use the rules of an office administrator, in the name of the organization's administrator. The
 * caller has already checked that the account belongs to the organization. Source: decision 0037.
 */
const asOffice = ({ pid, timeZone }: Actor): Actor => ({
  pid,
  role: 'admin',
  org: null,
  ...(timeZone !== undefined && { timeZone }),
})

/** The organization whose people the actor manages. Throws 403 for anyone but its administrators. */
function managedOrganization(actor: Actor): string {
  const why = whyNotManagePeople(actor)
  if (why !== null || actor.org === null) throw new Refusal('forbidden', why ?? '')
  return actor.org
}

async function findPeople({ database }: DomainDeps, org: string): Promise<OrganizationPerson[]> {
  const rows = await database.kysely
    .selectFrom('users')
    .select(['pid', 'name', 'email', 'role', 'org_role', 'status', 'last_login_at', 'version'])
    .where('org', '=', org)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'DELETED')
    .orderBy('name')
    .orderBy('pid')
    .execute()
  return rows
    .filter(({ role }) => toRole(role) === 'client')
    .map(({ pid, name, email, org_role, status, last_login_at, version }) => ({
      pid,
      name: name ?? '',
      email: email ?? '',
      orgRole: toOrgRole(org_role),
      status: status ?? '',
      lastLoginAt: last_login_at === null ? null : last_login_at.toISOString(),
      version,
    }))
}

/**
 * A person of the organization whom its administrator may change. Throws 404 for people of other
 * organizations, 403 for the actor and for administrators.
 */
async function managedPerson(deps: DomainDeps, actor: Actor, pid: string): Promise<OrganizationPerson> {
  const person = (await findPeople(deps, managedOrganization(actor))).find((person) => person.pid === pid)
  if (person === undefined) throw new Refusal('not-found', 'Person not found in your organization.')
  const why = whyNotManagePerson(actor, person)
  if (why !== null) throw new Refusal('forbidden', why)
  return person
}

/** Handler of `GET /api/auth/organization/people`. */
export async function listOrganizationPeople(deps: DomainDeps, actor: Actor): Promise<OrganizationPeople> {
  return { people: await findPeople(deps, managedOrganization(actor)) }
}

/**
 * Handler of `POST /api/auth/organization/people`: creates a person of the organization and their invitation
 * link. Throws 403, 400, 409 for a taken address, and 429.
 */
export async function invitePerson(
  deps: PostingDeps,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PersonalLink & { pid: string }> {
  const org = managedOrganization(actor)
  const body = parse(NewOrganizationPerson, request.body ?? {}, 'body')
  await takeAttempt(deps, reply, limits.signUps, `organization ${org}`)
  if ((await findPeople(deps, org)).length >= maxPeople) {
    const sentence = phrase(
      'Your organization already has {{maxPeople}} people. Ask the office to add more.',
      { maxPeople },
    )
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  }
  const { pid } = await createRecord(deps, asOffice(actor), collections.users, {
    ...body,
    role: 'client',
    org,
  })
  return { pid, ...(await makeLink(deps, asOffice(actor), request, pid)) }
}

/**
 * Handler of `POST /api/auth/organization/people/{pid}/link`: another invitation for a person who has not
 * accepted yet. People who have accepted get a new link from the office.
 */
export async function inviteAgain(
  deps: PostingDeps,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  pid: string,
): Promise<PersonalLink> {
  const person = await managedPerson(deps, actor, pid)
  if (person.status !== 'INVITED') {
    const sentence = 'This person has already signed in. If they can’t sign in, the office can help.'
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  }
  await takeAttempt(deps, reply, limits.signUps, `organization ${actor.org ?? ''}`)
  return makeLink(deps, asOffice(actor), request, pid)
}

/** Handler of `DELETE /api/auth/organization/people/{pid}/link`: withdraws an invitation. 404 without one. */
export async function withdrawInvitation(
  deps: DomainDeps,
  actor: Actor,
  request: FastifyRequest,
  pid: string,
): Promise<void> {
  await managedPerson(deps, actor, pid)
  await withdrawLink(deps, asOffice(actor), request, pid)
}

/**
 * Handler of `PATCH /api/auth/organization/people/{pid}`: changes the position. Throws 403, 404, 400, and 409
 * when the person was changed meanwhile.
 */
export async function changePosition(
  deps: DomainDeps,
  actor: Actor,
  request: FastifyRequest,
  pid: string,
): Promise<void> {
  const person = await managedPerson(deps, actor, pid)
  const { orgRole, version = person.version } = parse(OrganizationPersonPatch, request.body ?? {}, 'body')
  await patchRecord(deps, asOffice(actor), collections.users, pid, { orgRole, version })
}

/**
 * Handler of `POST /api/auth/organization/people/{pid}/disable`: ends access immediately. Only the office can
 * restore it.
 */
export async function disablePerson(
  deps: DomainDeps,
  actor: Actor,
  request: FastifyRequest,
  pid: string,
): Promise<void> {
  const person = await managedPerson(deps, actor, pid)
  const { version = person.version } = parse(OrganizationPersonDisabled, request.body ?? {}, 'body')
  await changeUserStatus(deps, asOffice(actor), pid, { to: 'DISABLED', version })
}
