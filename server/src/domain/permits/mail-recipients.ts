import {
  MailRecipientsQuery,
  Refusal,
  collections,
  opensClientCards,
  refusalOf,
  phrase,
} from '@portal/contract'
import type { Actor, SuggestedRecipient, SuggestedRecipients, Say } from '@portal/contract'
import { localize } from '#platform/language/localize.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { openRecord } from '#engine/query/open-record.ts'
import { read } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'

/** Maximum number of suggested people. */
const maxOffered = 100

const FoundPerson = z.object({
  name: z.string(),
  address: z.string(),
  role: z.string(),
  company: z.string(),
  /** Does the person belong to the client, rather than to an agency or to nobody? */
  isClients: z.boolean(),
  place: z.number(),
})
type FoundPerson = z.infer<typeof FoundPerson>

const roleLabel = (code: string) =>
  collections.contacts.fields.role.options?.find((option) => option.code === code)?.label ?? code

const signsIn = phrase('Signs in for the client', {})
const contactOf = phrase('Contact of the client', {})

function hintOf({ role, company, place }: FoundPerson, say: Say): string {
  if (place === 1) return company
  return [
    place === 2 ? say(signsIn) : place === 3 ? say(contactOf) : '',
    role === '' ? '' : say(roleLabel(role)),
    company,
  ]
    .filter((each) => each !== '')
    .join(' · ')
}

/**
 * Roles that are suggested first: the client's applicants, owners and contractors on the permit, otherwise
 * its office.
 */
const firstRoles: ReadonlySet<string> = new Set(['APPLICANT', 'OWNER', 'CONTRACTOR'])
function suggestedAddresses(found: readonly FoundPerson[]): ReadonlySet<string> {
  const people = found.filter(
    ({ place, role, isClients }) => place === 0 && isClients && firstRoles.has(role),
  )
  const first = people.length > 0 ? people : found.filter(({ place }) => place === 1)
  return new Set(first.map(({ address }) => address))
}

async function findPeople(
  deps: RecordDeps,
  permit: string | null,
  org: string | null,
): Promise<FoundPerson[]> {
  return read(
    deps,
    sql`select name, address, role, company, "isClients", place from (
        select c.name, lower(c.email) as address, e.role, coalesce(c.company, '') as company, c.org is not distinct from ${org}::text as "isClients",
            0 as place, e.seq
          from permit_people e join contacts c on c.pid = e.contact
          where e.permit = ${permit}::text and c.deleted_at is null and c.email is not null
        union all select o.legal_name, lower(o.email), '', 'Office of the client', true, 1, o.seq from orgs o
          where o.pid = ${org}::text and o.deleted_at is null and o.email is not null
        union all select u.name, lower(u.email), '', '', true, 2, u.seq from users u
          where u.org = ${org}::text and u.deleted_at is null and u.status = 'ACTIVE' and u.email is not null
        union all select c.name, lower(c.email), c.role, coalesce(c.company, ''), true, 3, c.seq from contacts c
          where c.org = ${org}::text and c.deleted_at is null and c.email is not null
      ) known order by place, seq limit ${maxOffered}::bigint`,
    FoundPerson,
  )
}

/**
 * `GET /mail-recipients`: suggested recipients of a message about a permit or to a client: the people of the
 * permit, the client's office, its users and its other contacts, each address once. For staff. Throws 403,
 * 400, 404.
 */
export async function suggestRecipients(
  deps: RecordDeps,
  actor: Actor,
  query: unknown,
): Promise<SuggestedRecipients> {
  if (!opensClientCards(actor)) throw new Refusal('forbidden', 'Your role can’t send mail.')
  const parsed = MailRecipientsQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const about = await findSubject(deps, actor, parsed.data)
  const found = await findPeople(deps, about.permit, about.org)
  const suggested = suggestedAddresses(found)
  const say = localize(actor.language)
  const byAddress = new Map<string, SuggestedRecipient>()
  for (const person of found) {
    const { name, address } = person
    if (!byAddress.has(address))
      byAddress.set(address, {
        name,
        address,
        hint: hintOf(person, say),
        isSuggested: suggested.has(address),
      })
  }
  return { subject: about.subject, recipients: [...byAddress.values()] }
}

interface MessageSubject {
  permit: string | null
  org: string | null
  subject: string
}

async function findSubject(
  deps: RecordDeps,
  actor: Actor,
  asked: { permit: string } | { org: string },
): Promise<MessageSubject> {
  if ('org' in asked) {
    const found = await read(
      deps,
      sql`select 1 from orgs where pid = ${asked.org} and deleted_at is null`,
      z.unknown(),
    )
    if (found.length === 0) throw new Refusal('not-found', 'Organization not found.')
    return { permit: null, org: asked.org, subject: '' }
  }
  const { pid, row } = await openRecord(deps, actor, collections.permits, asked.permit)
  const { ref_no: number, title, org } = row
  const subject = [number, title].filter((part) => typeof part === 'string').join(' ')
  return { permit: pid, org: typeof org === 'string' ? org : null, subject }
}
