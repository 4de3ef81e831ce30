import { collectionNames } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import { sampleOrganization } from '#records/test-support/sample-records.ts'
import type { SampleOrganization } from '#records/test-support/sample-records.ts'
import { apiClient } from '../api-client.ts'
import type { Person } from '../given.ts'
import type { TestApp } from '../start-test-app.ts'

/**
 * Who calls. `client` is the ORG_ADMIN of the own organization; `newcomer` is another one, who came from the
 * foreign organization.
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
 * Whose records are asked for: of the own or a foreign organization, or of a permit that left the own
 * organization or came to it.
 */
export type Place = 'own' | 'foreign' | 'moved away' | 'moved here'

/**
 * Collections whose records hang on a permit that changes its organization. A payment stays with whom it was
 * asked of.
 */
export const movingCollections: readonly CollectionName[] = ['permits', 'ctasks', 'rts', 'payments']

/**
 * What nobody of the own organization may read in any answer: of another organization, said to another one,
 * or masked.
 */
export const secrets = { foreign: 'foreignmark', former: 'formernote', masked: 'maskedmark' } as const

/** The masked field that was added to every collection. */
export const maskedField = 'custom.maskedField'

export interface Cast {
  people: Record<Exclude<Viewer, 'stranger'>, Person>
  places: Record<Place, SampleOrganization>
}

/** The people and records of the matrix: every record has a value in a masked added field. */
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
  // Records of the two moving permits come to stand where they moved from.
  await moved(portal, staff.superadmin, away, own.org, foreign.org)
  await moved(portal, staff.superadmin, here, foreign.org, own.org)
  const value = JSON.stringify({ maskedField: secrets.masked })
  for (const table of [
    'permits',
    'tasks',
    'payments',
    'orgs',
    'users',
    'notifications',
    'alerts',
    'rts',
    'contacts',
  ]) {
    await portal.deps.database.query(`update ${table} set custom = $1::jsonb`, [value])
  }
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
 * Lets a sample's permit, with what hangs on it, belong to `from`, be talked about, and move to `to` as an
 * office moves it.
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
