import type { MailAddress } from '@portal/contract'
import type { SeedContext, SeedPermit } from '#domain/seed/context.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import type { Matter, Voice } from './story.ts'

/** The people of a story and its subject. */
export interface Cast {
  matter: Matter
  people: Record<Voice, MailAddress>
}

const offices: readonly { office: string; people: readonly MailAddress[] }[] = [
  {
    office: 'Austin Development Services',
    people: [
      { name: 'Marisol Tavares', address: 'marisol.tavares@dsd.austin.example' },
      { name: 'Deborah Okonjo', address: 'deborah.okonjo@dsd.austin.example' },
      { name: 'Plan Review', address: 'plan.review@dsd.austin.example' },
    ],
  },
  {
    office: 'Austin Transportation',
    people: [{ name: 'Right of Way Desk', address: 'row@transportation.austin.example' }],
  },
  {
    office: 'Austin Fire Department',
    people: [{ name: 'Lt. Amos Whitfield', address: 'amos.whitfield@fire.austin.example' }],
  },
  { office: 'Travis County', people: [{ name: 'Yusuf Adeyemi', address: 'yusuf.adeyemi@travis.example' }] },
]

export function isOffice(address: string): boolean {
  return offices.some(({ people }) => people.some((person) => person.address === address))
}

/** The person who writes for a client: one of its users, or the organization's front desk. */
export function clientOf(
  context: SeedContext,
  permit: SeedPermit,
  random: SeedRandom,
): { person: MailAddress; org: string } {
  const organization = context.organizations.find(({ pid }) => pid === permit.org)
  const people = context.people.filter(({ org, role }) => org === permit.org && role === 'client')
  const org = organization?.name ?? 'Owner'
  if (people.length > 0) {
    const { name, email } = random.pick(people)
    return { person: { name, address: email.toLowerCase() }, org }
  }
  return { person: { name: org, address: `office@${organization?.domain ?? 'owner.example'}` }, org }
}

/** Assigns people to the roles of a story about `permit` in the mailbox of `staff`. */
export function castFor(
  context: SeedContext,
  permit: SeedPermit,
  staff: MailAddress,
  random: SeedRandom,
): Cast {
  const client = clientOf(context, permit, random)
  const { office, people } = random.pick(offices)
  const authority = random.pick(people)
  const others = context.people.filter(
    ({ role, status, email }) =>
      role !== null && role !== 'client' && status === 'ACTIVE' && email.toLowerCase() !== staff.address,
  )
  const other = others.length > 0 ? random.pick(others) : context.demo.admin
  const colleague = { name: other.name, address: other.email.toLowerCase() }
  return {
    matter: {
      refNo: permit.refNo,
      title: permit.title,
      caseNo: permit.authorityNumber ?? permit.refNo,
      client: { name: client.person.name, org: client.org },
      authority: { name: authority.name, office },
      staff: staff.name,
      colleague: colleague.name,
    },
    people: { authority, client: client.person, staff, colleague },
  }
}
