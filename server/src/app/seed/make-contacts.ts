import type { ContactRole } from '@portal/contract'
import type { OrgRow } from './make-orgs.ts'
import type { PermitRow } from './make-permits.ts'
import { makeName, makePhone, toMailName } from './people-names.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { stamp } from './stamp.ts'
import type { SampleUserRow } from './make-staff.ts'

interface Given {
  name: string
  role: ContactRole
  company: string
  org: string | null
  email: string
}

function toContact(
  { name, role, company, org, email }: Given,
  random: SeedRandom,
  atMs: number,
  by: string | null,
) {
  const licenceNo = role === 'ARCHITECT' || role === 'ENGINEER' ? String(random.int(10_000, 99_999)) : null
  return { ...stamp(random, atMs, by), name, role, company, org, phone: makePhone(random), email, licenceNo }
}
export type ContactRow = ReturnType<typeof toContact>

const studios = [
  'Lantern Architects',
  'Brushline Studio',
  'Cedar & Beam Engineers',
  'Northlight Structural',
] as const

/**
 * Contacts of clients with permits in progress, reviewers and inspectors of the agency, and their assignment
 * to permits.
 */
export function makeContacts(
  permits: readonly PermitRow[],
  orgs: readonly OrgRow[],
  team: readonly SampleUserRow[],
  taken: Set<string>,
  random: SeedRandom,
) {
  const open = permits.filter(({ bucket, status }) => bucket === 'processing' && status !== 'DRAFT')
  const working = new Set(open.map(({ org }) => org))
  const by = team[0]?.pid ?? null
  const contacts: ContactRow[] = []
  const add = (given: Omit<Given, 'name' | 'email'> & { domain: string }, atMs: number) => {
    const name = makeName(random, taken)
    const { domain, ...rest } = given
    const contact = toContact({ ...rest, name, email: `${toMailName(name)}@${domain}` }, random, atMs, by)
    contacts.push(contact)
    return contact
  }
  const earliest = Math.min(...orgs.map(({ createdAt }) => Date.parse(createdAt)))
  const reviewers = ['PLAN_REVIEWER', 'PLAN_REVIEWER', 'PLAN_REVIEWER', 'INSPECTOR'].map((role) =>
    add(
      {
        role: role === 'INSPECTOR' ? 'INSPECTOR' : 'PLAN_REVIEWER',
        company: 'City of Austin',
        org: null,
        domain: 'review.example',
      },
      earliest,
    ),
  )
  const peopleOf = new Map(
    orgs
      .filter(({ pid }) => working.has(pid))
      .map((org) => {
        const atMs = Date.parse(org.createdAt)
        const studio = random.pick(studios)
        const studioDomain = `${studio.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`
        const applicant = add(
          { role: 'APPLICANT', company: org.legalName, org: org.pid, domain: org.domain },
          atMs,
        )
        const designer = add(
          {
            role: /Engineers|Structural/.test(studio) ? 'ENGINEER' : 'ARCHITECT',
            company: studio,
            org: org.pid,
            domain: studioDomain,
          },
          atMs,
        )
        return [org.pid, [applicant, designer]]
      }),
  )
  const permitPeople = open.flatMap(({ pid: permit, org, createdAt }) => {
    const reviewer = random.chance(0.4) ? [random.pick(reviewers)] : []
    return [...(peopleOf.get(org) ?? []), ...reviewer].map(({ pid: contact, role }) => ({
      pid: random.pid(new Date(createdAt)),
      permit,
      contact,
      role,
      createdAt,
      createdBy: by,
    }))
  })
  return { contacts, permitPeople }
}
