import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { View, Views } from '@portal/contract'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
before(async () => {
  portal = await startOnPostgres()
})
after(() => portal.close())

const defaultView = { collection: 'permits', visibility: 'everyone', isDefaultFor: 'team' }

test('administrators who set the default view of a role at the same time all succeed, and the last one stays', async () => {
  const admin = await portal.given.user({ role: 'admin' })
  const call = (method: string, apiPath: string, rest: object) =>
    portal.crud(admin, { apiPath, method, ...rest })
  const body = (name: string) => ({ body: { ...defaultView, name } })
  const first = View.parse((await call('POST', 'views', body('first'))).json())
  const responses = await Promise.all([
    ...Array.from({ length: 6 }, (_, at) => call('POST', 'views', body(`new ${at}`))),
    ...Array.from({ length: 6 }, () =>
      call('PATCH', `views/${first.pid}`, { body: { isDefaultFor: 'team', visibility: 'everyone' } }),
    ),
  ])
  assert.deepEqual(
    responses.map(({ statusCode, body: text }) => (statusCode < 300 ? 'saved' : text)),
    responses.map(() => 'saved'),
  )
  const { views } = Views.parse((await call('GET', 'views', { query: { collection: 'permits' } })).json())
  assert.equal(views.filter(({ isDefaultFor }) => isDefaultFor === 'team').length, 1)
})
