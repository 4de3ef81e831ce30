import { recordNumber } from '@portal/contract'
import { ownerOrganization } from './import-sample.ts'
import type { ImportedOrganization, ImportedPermit } from './import-sample.ts'
import { openStatuses } from './austin-mapping.ts'
import { toDomainLabel } from './company-names.ts'
import { makePhone } from './people-names.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { dayMs, stamp, toDay } from './stamp.ts'
import type { SampleUserRow } from './make-staff.ts'

function toKind(organization: ImportedOrganization): string {
  if (organization.key === ownerOrganization.key) return 'OWNER'
  if (/\b(city of|county|aisd|university|college|isd|school)\b/i.test(organization.name)) return 'AGENCY'
  return /\b(homes?|properties|development|developers?|realty|communities)\b/i.test(organization.name)
    ? 'DEVELOPER'
    : 'CONTRACTOR'
}

/**
 * Status of an organization. A few are not active, and only those without open permits: a suspended or closed
 * organization has no work in progress.
 */
function toOrgStatus(hasWork: boolean, isDemo: boolean, random: SeedRandom): string {
  if (isDemo || hasWork) return 'ACTIVE'
  return random.weighted({ ACTIVE: 88, ON_HOLD: 4, SUSPENDED: 4, CLOSED: 4 })
}

const underWay = new Set<string>([...openStatuses, 'ON_HOLD'])

function toOrg(
  organization: ImportedOrganization,
  status: string,
  domain: string,
  random: SeedRandom,
  now: Date,
  staff: readonly SampleUserRow[],
) {
  const kind = toKind(organization)
  const expiry = () => toDay(now.getTime() + random.int(-25, 340) * dayMs)
  const insured = kind === 'CONTRACTOR' || kind === 'DEVELOPER'
  const credit = random.chance(0.3)
  const team = staff.filter((person) => person.role === 'team' && person.status === 'ACTIVE')
  return {
    ...stamp(random, now.getTime() - random.int(300, 600) * dayMs, staff[0]?.pid ?? null),
    legalName: organization.name,
    alternateName: organization.otherNames[0] ?? null,
    kind,
    status,
    primaryContact: null,
    email: `office@${domain}`,
    phone: makePhone(random),
    city: organization.city,
    region: organization.region,
    postalCode: organization.postalCode,
    country: 'US',
    licenceNo: insured ? `L-${String(random.int(10_000, 99_999))}` : null,
    licenceExpiry: insured ? expiry() : null,
    liabilityExpiry: insured ? expiry() : null,
    workersCompExpiry: insured && random.chance(0.8) ? expiry() : null,
    accountType: credit ? 'CREDIT' : 'PREPAID',
    creditLimit: credit ? random.int(1, 20) * 500_000 : 0,
    creditStatus: credit ? (status === 'ACTIVE' ? 'ACTIVE' : 'ON_HOLD') : null,
    accountManager: random.pick(team).pid,
    defaultAssignee: random.pick(team).pid,
    emailDomains: [domain],
    suspendedReason: status === 'SUSPENDED' ? 'Insurance certificate not renewed' : null,
    tags: organization.otherNames.length > 0 ? ['merged-spellings'] : null,
  }
}
export type OrgRow = Omit<ReturnType<typeof toOrg>, 'primaryContact'> & {
  orgNo: string
  key: string
  domain: string
  primaryContact: string | null
}

/**
 * Key of the demo client's organization: the contractor with the most open permits. Among equals, the first
 * in alphabetical order.
 */
export function findDemoOrg(permits: readonly ImportedPermit[]): string {
  const work = new Map<string, number>()
  for (const { orgKey, status } of permits)
    if (underWay.has(status) && orgKey !== ownerOrganization.key)
      work.set(orgKey, (work.get(orgKey) ?? 0) + 1)
  const [first] = [...work].toSorted(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1))
  if (!first) throw new RangeError('No permit of the sample is under way')
  return first[0]
}

/** Records of the imported organizations, numbered in the order of their keys. */
export function makeOrgs(
  organizations: readonly ImportedOrganization[],
  permits: readonly ImportedPermit[],
  staff: readonly SampleUserRow[],
  random: SeedRandom,
  now: Date,
): { orgs: OrgRow[]; demoOrg: OrgRow } {
  const demoKey = findDemoOrg(permits)
  const working = new Set(permits.filter(({ status }) => underWay.has(status)).map(({ orgKey }) => orgKey))
  const domains = new Set<string>()
  const year = now.getUTCFullYear() - 1
  const orgs = organizations.map((organization, index) => {
    const label = toDomainLabel(organization.name)
    const domain = `${domains.has(label) ? `${label}-${index}` : label}.example`
    domains.add(label)
    const status = toOrgStatus(working.has(organization.key), organization.key === demoKey, random)
    return {
      ...toOrg(organization, status, domain, random, now, staff),
      orgNo: recordNumber('ORG', year, index + 1),
      key: organization.key,
      domain,
    }
  })
  const demoOrg = orgs.find(({ key }) => key === demoKey)
  if (!demoOrg) throw new RangeError('The demo organization is missing')
  return { orgs, demoOrg }
}
