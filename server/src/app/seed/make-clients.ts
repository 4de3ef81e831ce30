import { demoEmails } from '#domain/users/sign-in/auth.queries.ts'
import type { OrgRow } from './make-orgs.ts'
import { toUser } from './make-staff.ts'
import type { SampleUserRow } from './make-staff.ts'
import { makeName, toMailName } from './people-names.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { dayMs } from './stamp.ts'

const clientTitles = [
  'Office manager',
  'Project manager',
  'Owner',
  'Estimator',
  'Site supervisor',
  'Operations manager',
] as const

/**
 * People of the organizations: three of the demo client's, and one or two of the 300 busiest others. The
 * first one is ORG_ADMIN and the primary contact. Some are invited, and some wait for approval without a
 * role.
 */
export function makeClients(
  orgs: readonly OrgRow[],
  demoOrg: OrgRow,
  permitsOf: ReadonlyMap<string, number>,
  staff: readonly SampleUserRow[],
  taken: Set<string>,
  random: SeedRandom,
  now: Date,
): SampleUserRow[] {
  const inviter = staff.find(({ role }) => role === 'admin')?.pid ?? null
  const joined = () => now.getTime() - random.int(262, 295) * dayMs
  const clients: SampleUserRow[] = []
  function add(org: OrgRow, orgRole: string, status: string, joinedMs: number): void {
    const name = makeName(random, taken)
    const email = clients.length === 0 ? demoEmails.client : `${toMailName(name)}@${org.domain}`
    const facts = {
      name,
      email,
      role: 'client',
      org: org.pid,
      orgRole,
      status,
      title: random.pick(clientTitles),
      department: null,
    }
    clients.push(toUser(facts, random, now, joinedMs, inviter))
    org.primaryContact ??= name
  }
  add(demoOrg, 'ORG_ADMIN', 'ACTIVE', joined())
  add(demoOrg, 'MEMBER', 'ACTIVE', joined())
  add(demoOrg, 'VIEWER', 'ACTIVE', joined())
  const busiest = orgs
    .filter((org) => org !== demoOrg && org.status === 'ACTIVE' && org.kind !== 'OWNER')
    .toSorted((a, b) => (permitsOf.get(b.key) ?? 0) - (permitsOf.get(a.key) ?? 0) || (a.key < b.key ? -1 : 1))
    .slice(0, 300)
  for (const org of busiest) {
    add(org, 'ORG_ADMIN', 'ACTIVE', joined())
    if (random.chance(0.35))
      add(org, random.chance(0.7) ? 'MEMBER' : 'VIEWER', random.chance(0.9) ? 'ACTIVE' : 'DISABLED', joined())
  }
  for (const org of busiest.slice(0, 14))
    add(org, 'MEMBER', 'INVITED', now.getTime() - random.int(1, 12) * dayMs)
  for (const org of orgs) org.primaryContact ??= makeName(random, taken)
  for (let place = 0; place < 8; place += 1) {
    const name = makeName(random, taken)
    const facts = {
      name,
      email: `${toMailName(name)}@newcomer-${place + 1}.example`,
      role: null,
      org: null,
      orgRole: null,
      status: 'PENDING_APPROVAL',
      title: null,
      department: null,
    }
    clients.push(toUser(facts, random, now, now.getTime() - random.int(1, 9) * dayMs, null))
  }
  return clients
}
