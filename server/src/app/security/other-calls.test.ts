import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collectionNames } from '@portal/contract'
import type { Role } from '@portal/contract'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { operations } from '../crud/calls.ts'

/**
 * Who may make the calls that name no collection; the calls of collections are in the access matrix. A role
 * that is closed out gets 403, whatever it sends.
 */
const openFrom: Readonly<Record<'client' | 'team' | 'admin', readonly string[]>> = {
  client: [
    'GET /config',
    'GET /permit-status-map',
    'GET /permit-library',
    'GET /views',
    'POST /views',
    'GET /views/{pid}',
    'PATCH /views/{pid}',
    'DELETE /views/{pid}',
    'POST /views/{pid}/watch',
    'GET /watches',
    'GET /calendar',
    'GET /menu-counts',
    'GET /search',
    'GET /codes/{table}',
    'GET /count',
  ],
  team: [
    'GET /requirements',
    'GET /authority-sources',
    'GET /authority-sources/{pid}',
    'GET /authority-sources/{pid}/runs',
    'GET /proposals',
    'POST /proposals/accept',
    'GET /proposals/{pid}',
    'POST /proposals/{pid}/accept',
    'POST /proposals/{pid}/dismiss',
    'GET /finds',
    'POST /finds/{pid}/create',
    'POST /finds/{pid}/dismiss',
    'GET /workload',
    'GET /clients/{pid}',
    'GET /mail-recipients',
  ],
  admin: [
    'PATCH /config',
    'GET /config/addresses',
    'GET /config/storage',
    'POST /config/reset',
    'PATCH /permit-status-map',
    'PATCH /permit-library',
    'GET /permit-library/file',
    'GET /permit-library/schema',
    'GET /permit-library/packs',
    'GET /permit-library/packs/{key}',
    'POST /permit-library/preview',
    'POST /permit-library/import',
    'POST /permit-status-map/publish',
    'POST /permit-status-map/revert',
    'PATCH /requirements',
    'POST /requirements/publish',
    'POST /requirements/revert',
    'POST /requirements/withdraw',
    'GET /requirements/permits',
    'GET /requirements/trial',
    'POST /requirements/move',
    'POST /calendar/holidays',
    'POST /authority-sources',
    'POST /authority-sources/try',
    'PATCH /authority-sources/{pid}',
    'DELETE /authority-sources/{pid}',
    'POST /authority-sources/{pid}/run',
    'POST /authority-sources/{pid}/held',
    'GET /workload/assign',
    'POST /workload/assign',
  ],
}
const roles = ['client', 'team', 'admin', 'superadmin'] as const
const absent = '01JZZZZZZZZZZZZZZZZZZZZZZZ'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const names: readonly string[] = collectionNames
const listed = Object.values(openFrom).flat()

test('each call that names no collection says who may make it', () => {
  const others = operations.filter((operation) => {
    const first = operation.split(' /')[1]?.split('/')[0] ?? ''
    return !names.includes(first) && !first.startsWith('{')
  })
  assert.deepEqual(others.toSorted(), listed.toSorted())
})

for (const [lowest, calls] of Object.entries(openFrom)) {
  for (const operation of calls) {
    test(`${operation} is open from the role ${lowest} on`, async () => {
      const [method = '', path = ''] = operation.split(' /')
      const apiPath = path
        .replace('{pid}', absent)
        .replace('{table}', 'nonsense')
        .replace('{key}', 'nonsense')
      for (const [at, role] of roles.entries()) {
        const call = { apiPath, method, ...(method === 'GET' ? {} : { body: {} }) }
        const { statusCode } = await portal.crud(people[role], call)
        const isOpen = at >= roles.findIndex((each) => each === lowest)
        if (isOpen) assert.ok(![401, 403].includes(statusCode) && statusCode < 500, `${role}: ${statusCode}`)
        else assert.equal(statusCode, 403, role)
      }
    })
  }
}
