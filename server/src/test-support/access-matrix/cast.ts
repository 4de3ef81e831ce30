import { collectionNames, tables } from '@portal/contract'
import type { CollectionName, Declaration } from '@portal/contract'
import { columnName } from '#engine/sql/columns.ts'
import { sampleOrganization } from '#engine/test-support/sample-records.ts'
import type { SampleOrganization } from '#engine/test-support/sample-records.ts'
import { apiClient } from '../api-client.ts'
import type { Person } from '../given.ts'
import type { TestApp } from '../start-test-app.ts'

/**
 * The callers. `client` is the ORG_ADMIN of the own organization. `newcomer` is another one, who moved there
 * from the foreign organization.
 */
export const viewers = [
  'stranger',
  'waiting',
  'client',
  'member',
  'view-only',
  'newcomer',
  'team',
  'admin',
  'superadmin',
] as const
export type Viewer = (typeof viewers)[number]

/**
 * Owner of the requested records: the own or a foreign organization, or a permit that moved from or to the
 * own organization.
 */
export type Place = 'own' | 'foreign' | 'moved away' | 'moved here'

/**
 * Collections whose records belong to a permit that changes its organization. Payments stay with the
 * organization they were requested from.
 */
export const movingCollections: readonly CollectionName[] = ['permits', 'ctasks', 'rts', 'payments']

/**
 * Texts that no person of the own organization may read in any response: of another organization, written for
 * another one, or masked.
 */
export const secrets = { foreign: 'foreignmark', former: 'formernote', masked: 'maskedmark' } as const

/** The masked field that was added to every collection. */
export const maskedField = 'custom.maskedField'

/** The days on which every record of the cast has its dates. */
export const calendarDays = { from: '2031-06-01', to: '2031-06-30' } as const

/** Columns of the dates that the calendar shows. */
const calendarColumns = ({ fields }: Declaration): string[] =>
  Object.entries(fields).flatMap(([name, { calendar }]) => (calendar === undefined ? [] : [columnName(name)]))
export const hasCalendar = (declaration: Declaration): boolean => calendarColumns(declaration).length > 0

/** Each date on a day of its own, so that no day has more dates than the calendar lists. */
async function giveDates(portal: TestApp): Promise<void> {
  for (const [table, declaration] of Object.entries<Declaration>(tables))
    for (const [index, column] of calendarColumns(declaration).entries())
      await portal.deps.database.query(`update ${table} set ${column} = '2031-06-${index + 10}'`, [])
}

export interface Cast {
  people: Record<Exclude<Viewer, 'stranger'>, Person>
  places: Record<Place, SampleOrganization>
}

/** Creates the people and records of the matrix. Every record has a value in a masked added field. */
export async function createCast(portal: TestApp): Promise<Cast> {
  const ask = apiClient(() => portal)
  const staff = await portal.given.everyRole()
  const own = await sampleOrganization(portal, staff.superadmin, 'ownmark')
  const foreign = await sampleOrganization(portal, staff.superadmin, secrets.foreign)
  const [away, here] = [
    await sampleOrganization(portal, staff.superadmin, 'awaymark'),
    await sampleOrganization(portal, staff.superadmin, 'heremark'),
  ]

  for (const collection of collectionNames.filter((name) => name !== 'processed')) {
    const body = { name: maskedField.slice('custom.'.length), label: 'Masked', type: 'text', masked: true }
    await ask(staff.superadmin, 'POST', `${collection}/fields`, body, 201)
  }
  // The records of the two moving permits are created in the organization they move from.
  await moved(portal, staff.superadmin, away, own.org, foreign.org)
  await moved(portal, staff.superadmin, here, foreign.org, own.org)
  const value = JSON.stringify({ maskedField: secrets.masked })
  for (const table of Object.keys(tables)) {
    await portal.deps.database.query(`update ${table} set custom = $1::jsonb`, [value])
  }
  await giveDates(portal)
  const as = (orgRole: 'MEMBER' | 'VIEWER') => portal.given.user({ role: 'client', org: own.org, orgRole })
  const newcomer = await portal.given.user({ role: 'client', org: foreign.org })
  await ask(staff.superadmin, 'PATCH', `users/${newcomer.pid}`, { org: own.org, orgRole: 'ORG_ADMIN' })
  const people = {
    ...staff,
    client: own.client,
    member: await as('MEMBER'),
    'view-only': await as('VIEWER'),
    newcomer: { ...newcomer, org: own.org },
    waiting: await portal.given.user({ role: null, status: 'PENDING_APPROVAL' }),
  }
  return { people, places: { own, foreign, 'moved away': away, 'moved here': here } }
}

/**
 * Assigns a sample's permit and its records to `from`, adds notes, and then moves the permit to `to` by an
 * API call.
 */
async function moved(
  portal: TestApp,
  by: Person,
  { pids }: SampleOrganization,
  from: string,
  to: string,
): Promise<void> {
  const ask = apiClient(() => portal)
  const { database } = portal.deps
  await ask(by, 'PATCH', `permits/${pids.permits}`, { org: from })
  await database.query('update tasks set assigned_org = $1, org = $1 where pid = $2', [from, pids.ctasks])
  await database.query('update payments set org = $1 where pid = $2', [from, pids.payments])
  for (const path of [`permits/${pids.permits}`, `ctasks/${pids.ctasks}`, `rts/${pids.rts}`]) {
    await ask(by, 'POST', `${path}/notes`, { content: secrets.former, visibility: 'CLIENT' }, 201)
  }
  portal.clock.pass(1_000)
  await ask(by, 'PATCH', `permits/${pids.permits}`, { org: to })
}
