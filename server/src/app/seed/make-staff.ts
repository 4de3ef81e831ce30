import { demoEmails } from '#domain/users/sign-in/auth.queries.ts'
import { makeName, makePhone, toMailName } from './people-names.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { dayMs, stamp, toDay, toInstant } from './stamp.ts'

export interface UserFacts {
  name: string
  email: string
  role: string | null
  org: string | null
  orgRole: string | null
  status: string
  title: string | null
  department: string | null
}

/** A user record. People who can sign in have done so within the last weeks. */
export function toUser(facts: UserFacts, random: SeedRandom, now: Date, joinedMs: number, by: string | null) {
  const active = facts.status === 'ACTIVE'
  const invited = facts.status === 'INVITED' || (active && by !== null)
  return {
    ...stamp(random, joinedMs, by),
    ...facts,
    phone: makePhone(random),
    authMethods: active ? (random.chance(0.3) ? ['PASSKEY', 'MICROSOFT'] : ['PASSKEY']) : null,
    passkeyCount: 0,
    lastLoginAt: active ? toInstant(now.getTime() - random.int(1, 20 * 1440) * 60_000) : null,
    invitedBy: invited ? by : null,
    invitedAt: invited ? toInstant(joinedMs) : null,
    acceptedAt: active && invited ? toInstant(joinedMs + random.int(1, 72) * 3_600_000) : null,
    timeZone: 'America/Chicago',
    locale: 'en-US',
    notificationPrefs: {},
    outOfOfficeUntil: null,
    delegate: null,
  }
}
export type SampleUserRow = Omit<ReturnType<typeof toUser>, 'outOfOfficeUntil' | 'delegate'> & {
  outOfOfficeUntil: string | null
  delegate: string | null
}

const staffTitles = [
  ['Permit coordinator', 'Permits'],
  ['Senior permit coordinator', 'Permits'],
  ['Intake specialist', 'Intake'],
  ['Document specialist', 'Intake'],
  ['Billing specialist', 'Accounts'],
] as const

/**
 * All staff: two superadmins, four administrators and a team of twenty-two. In each role, the demo account is
 * first.
 */
export function makeStaff(random: SeedRandom, now: Date, taken: Set<string>): SampleUserRow[] {
  const joined = () => now.getTime() - random.int(610, 900) * dayMs
  const staff: SampleUserRow[] = []
  const add = (
    role: 'superadmin' | 'admin' | 'team',
    title: string,
    department: string,
    status = 'ACTIVE',
  ) => {
    const name = makeName(random, taken)
    const isDemo = !staff.some((person) => person.role === role)
    const email = isDemo ? demoEmails[role] : `${toMailName(name)}@portal.example`
    const facts = { name, email, role, org: null, orgRole: null, status, title, department }
    staff.push(toUser(facts, random, now, joined(), staff[0]?.pid ?? null))
  }
  add('superadmin', 'Director of operations', 'Management')
  add('superadmin', 'Systems manager', 'Management')
  for (const title of [
    'Permit office manager',
    'Accounts manager',
    'Intake manager',
    'Client relations manager',
  ])
    add('admin', title, 'Management')
  for (let place = 0; place < 22; place += 1) {
    const [title, department] = random.pick(staffTitles)
    add('team', title, department, place === 21 ? 'DISABLED' : 'ACTIVE')
  }
  const team = staff.filter(({ role, status }) => role === 'team' && status === 'ACTIVE')
  const [, away, stand] = team
  if (away && stand)
    Object.assign(away, { outOfOfficeUntil: toDay(now.getTime() + 9 * dayMs), delegate: stand.pid })
  return staff
}
