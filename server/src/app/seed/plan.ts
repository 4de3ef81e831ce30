import type { LocalDate, TableName } from '@portal/contract'
import type { AustinRow } from './austin-rows.ts'
import type { SeedContext } from '#domain/seed/context.ts'
import { importSample } from './import-sample.ts'
import { makeAlerts } from './make-alerts.ts'
import { makeContacts } from './make-contacts.ts'
import { makeClients } from './make-clients.ts'
import { makeCorrections } from './make-corrections.ts'
import { makeDailyFigures } from './make-daily-figures.ts'
import { makeNotes } from './make-notes.ts'
import { makeNotifications } from './make-notifications.ts'
import { makeOrgs } from './make-orgs.ts'
import { makePayments } from './make-payments.ts'
import { makePermits } from './make-permits.ts'
import { makeRts } from './make-rts.ts'
import { makeStaff } from './make-staff.ts'
import type { SampleUserRow } from './make-staff.ts'
import { makeTasks } from './make-tasks.ts'
import { createRandom } from '#domain/seed/random.ts'

/** Everything that the first start writes, computed in memory. Equal for equal days and rows. */
export function planSeed(rows: readonly AustinRow[], today: LocalDate, source: string) {
  const now = new Date(`${today}T00:00:00.000Z`)
  const random = createRandom(`portal ${today}`)
  const imported = importSample(rows, today, source)
  const taken = new Set<string>()
  const staff = makeStaff(random.fork('staff'), now, taken)
  const { orgs, demoOrg } = makeOrgs(
    imported.organizations,
    imported.permits,
    staff,
    random.fork('orgs'),
    now,
  )
  const permitsOf = new Map(
    [...Map.groupBy(imported.permits, ({ orgKey }) => orgKey)].map(([key, permits]) => [key, permits.length]),
  )
  const clients = makeClients(orgs, demoOrg, permitsOf, staff, taken, random.fork('clients'), now)
  const users = [...staff, ...clients]

  const isActive = ({ status }: SampleUserRow) => status === 'ACTIVE'
  const team = staff.filter((user) => user.role === 'team' && isActive(user))
  const clientsOf = Map.groupBy(
    clients.filter((user) => user.org !== null && isActive(user)),
    ({ org }) => org ?? '',
  )
  const people = { team, clientsOf }
  const permitContext = { ...people, orgOf: new Map(orgs.map((org) => [org.key, org])), now, today }
  const permits = makePermits(imported.permits, demoOrg, permitContext, random.fork('permits'))
  const payments = makePayments(permits, people, random.fork('payments'), now)
  const tasks = makeTasks(permits, { people, random: random.fork('tasks'), now, today })
  const feesOf = Map.groupBy(payments, ({ permit }) => permit)
  const rts = makeRts(permits, { people, random: random.fork('rts'), now, today, feesOf })
  const happenings = { orgs, users, permits, tasks, payments }
  const notifications = makeNotifications(happenings, random.fork('notifications'), now)
  const alerts = makeAlerts(happenings, random.fork('alerts'), now)
  const notes = makeNotes(permits, orgs, people, random.fork('notes'), now)
  const { contacts, permitPeople } = makeContacts(permits, orgs, team, taken, random.fork('contacts'))
  const corrections = makeCorrections(permits, { people, random: random.fork('corrections'), now })
  const records = {
    users,
    orgs: orgs.map(({ key: _key, domain: _domain, ...org }) => org),
    permits: permits.map(({ timeline: _timeline, ...permit }) => permit),
    payments,
    tasks,
    rts,
    notifications,
    alerts,
    contacts,
  } satisfies Partial<Record<TableName, unknown>>
  const daily = makeDailyFigures({ permits, tasks, payments, today })
  return {
    today,
    now,
    report: imported.report,
    records,
    permitPeople,
    corrections,
    notes,
    daily,
    demoOrg,
    orgs,
    permits,
  }
}
export type SeedPlan = ReturnType<typeof planSeed>

/** The context for the seeds of other features. `feature` gives each its own random source. */
export function toContext({ today, now, records, orgs, demoOrg }: SeedPlan, feature: string): SeedContext {
  const organizations = orgs.map(({ pid, legalName, orgNo, status, domain }) => ({
    pid,
    name: legalName,
    orgNo,
    status,
    domain,
  }))
  const role = (value: string | null) =>
    value === 'superadmin' || value === 'admin' || value === 'team' || value === 'client' ? value : null
  const first = (wanted: string) => {
    const user = records.users.find((user) => user.role === wanted)
    if (!user) throw new RangeError(`The seed has no ${wanted}`)
    return { pid: user.pid, name: user.name, email: user.email }
  }
  const org = organizations.find(({ pid }) => pid === demoOrg.pid)
  if (!org) throw new RangeError('The demo organization is missing')
  return {
    today,
    now,
    random: createRandom(`portal ${today} ${feature}`),
    people: records.users.map((user) => ({
      pid: user.pid,
      name: user.name,
      email: user.email,
      role: role(user.role),
      org: user.org,
      status: user.status,
    })),
    organizations,
    permits: records.permits,
    demo: {
      superadmin: first('superadmin'),
      admin: first('admin'),
      team: first('team'),
      client: first('client'),
      org,
    },
  }
}
