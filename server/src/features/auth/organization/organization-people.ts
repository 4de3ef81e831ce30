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
import { limits, takeAttempt } from '#identity/attempts.ts'
import { changeUserStatus } from '#identity/change-status.ts'
import { createRecord } from '#records/create-record.ts'
import { patchRecord } from '#records/patch-record.ts'
import type { Deps } from '../../../deps.ts'
import { parse } from '../../../plugins/problems.ts'
import { makeLink, withdrawLink } from '../people/links.ts'

/** So many people an organization's administrators bring in; more are the office's to add. */
const maxPeople = 500

/**
 * What an administrator of an organization does with its people is written by the rules of people as an
 * administrator of the office would write it, in their own name. Whose account it is was judged before.
 * Source: decision 0037.
 */
const asOffice = ({ pid, timeZone }: Actor): Actor => ({
  pid,
  role: 'admin',
  org: null,
  ...(timeZone !== undefined && { timeZone }),
})

/** The organization whose people the actor manages. Throws 403 for everybody but its administrators. */
function managedOrganization(actor: Actor): string {
  const why = whyNotManagePeople(actor)
  if (why !== null || actor.org === null) throw new Refusal('forbidden', why ?? '')
  return actor.org
}

async function findPeople({ database }: Deps, org: string): Promise<OrganizationPerson[]> {
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
 * One of the organization's people whom its administrator may act on. Throws 404 for anybody else's, 403 for
 * themselves and administrators.
 */
async function managedPerson(deps: Deps, actor: Actor, pid: string): Promise<OrganizationPerson> {
  const person = (await findPeople(deps, managedOrganization(actor))).find((each) => each.pid === pid)
  if (person === undefined) throw new Refusal('not-found', 'There is no such person in your organization.')
  const why = whyNotManagePerson(actor, person)
  if (why !== null) throw new Refusal('forbidden', why)
  return person
}

/** `GET /api/auth/organization/people`. */
export async function listOrganizationPeople(deps: Deps, actor: Actor): Promise<OrganizationPeople> {
  return { people: await findPeople(deps, managedOrganization(actor)) }
}

/**
 * `POST /api/auth/organization/people`: makes a person of the organization and the link by which they come.
 * 403, 400, 409 for a taken address, 429.
 */
export async function invitePerson(
  deps: Deps,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PersonalLink & { pid: string }> {
  const org = managedOrganization(actor)
  const body = parse(NewOrganizationPerson, request.body ?? {}, 'body')
  await takeAttempt(deps, reply, limits.signUps, `organization ${org}`)
  if ((await findPeople(deps, org)).length >= maxPeople) {
    const sentence = phrase(
      'Your organization has {{maxPeople}} people already: ask the office to add more.',
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
 * `POST /api/auth/organization/people/{pid}/link`: another invitation for whoever has not come yet; those who
 * have ask the office.
 */
export async function inviteAgain(
  deps: Deps,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  pid: string,
): Promise<PersonalLink> {
  const person = await managedPerson(deps, actor, pid)
  if (person.status !== 'INVITED') {
    const sentence = 'This person has come already: the office helps them when they cannot sign in.'
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  }
  await takeAttempt(deps, reply, limits.signUps, `organization ${actor.org ?? ''}`)
  return makeLink(deps, asOffice(actor), request, pid)
}

/** `DELETE /api/auth/organization/people/{pid}/link`: takes an invitation back. 404 where there is none. */
export async function withdrawInvitation(
  deps: Deps,
  actor: Actor,
  request: FastifyRequest,
  pid: string,
): Promise<void> {
  await managedPerson(deps, actor, pid)
  await withdrawLink(deps, asOffice(actor), request, pid)
}

/**
 * `PATCH /api/auth/organization/people/{pid}`: another position. 403, 404, 400, 409 where they were changed
 * meanwhile.
 */
export async function changePosition(
  deps: Deps,
  actor: Actor,
  request: FastifyRequest,
  pid: string,
): Promise<void> {
  const person = await managedPerson(deps, actor, pid)
  const { orgRole, version = person.version } = parse(OrganizationPersonPatch, request.body ?? {}, 'body')
  await patchRecord(deps, asOffice(actor), collections.users, pid, { orgRole, version })
}

/**
 * `POST /api/auth/organization/people/{pid}/disable`: ends their access at once; the office gives it back.
 */
export async function disablePerson(
  deps: Deps,
  actor: Actor,
  request: FastifyRequest,
  pid: string,
): Promise<void> {
  const person = await managedPerson(deps, actor, pid)
  const { version = person.version } = parse(OrganizationPersonDisabled, request.body ?? {}, 'body')
  await changeUserStatus(deps, asOffice(actor), pid, { to: 'DISABLED', version })
}
