import { createStore } from '@portal/shared-ui/state'
import { server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { documentOverrides } from '../test-support/document-overrides.ts'
import { remoteEntry } from '../test-support/remotes.ts'
import {
  agreeToOverrides,
  clearOverrides,
  storedOverrides,
  overriddenBuild,
  overrideQuestionAtom,
  overridesFor,
  takeOverride,
} from './overrides.ts'

const mine = { name: 'mail', origin: 'http://localhost:4581' }
const inAnHour = () => Date.now() + 3_600_000
const at = (address: string) => history.replaceState(null, '', address)
const address = () => location.pathname + location.search
afterEach(() => documentOverrides(null))

/** What the page asks after it was opened at this address. */
function asked(address_: string, role: string) {
  const store = createStore()
  at(address_)
  takeOverride(store, role)
  return store.get(overrideQuestionAtom)
}

test('S-19: what an address asks for becomes a question, where the server allows it, and leaves the address', () => {
  documentOverrides('allowed')
  expect(asked('/tasks?page=2&override=mail@http://localhost:4581', 'admin')).toEqual([mine])
  expect([address(), storedOverrides()]).toEqual(['/tasks?page=2', []])

  documentOverrides('off')
  expect(asked('/tasks?override=mail@http://localhost:4581', 'superadmin')).toBeNull()
  expect(address()).toBe('/tasks')
})

test('S-19: overrides are those the server signed into the document, for as long as it says; a cookie is not read', () => {
  document.cookie = 'portal_override=files@http://localhost:4582'
  expect(storedOverrides()).toEqual([])
  documentOverrides(`allowed|${inAnHour()}|mail@http://localhost:4581`)
  expect(overridesFor('superadmin')).toEqual([mine])
  expect(overridesFor('team')).toEqual([])
  documentOverrides(`allowed|${Date.now() - 1}|mail@http://localhost:4581`)
  expect(storedOverrides()).toEqual([])
})

test('S-19: agreeing and stopping are the server’s to write, then the page is loaded anew', async () => {
  const calls: unknown[] = []
  server.use(
    http.post('*/api/federation/overrides', async ({ request }) => {
      calls.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete('*/api/federation/overrides', () => {
      calls.push('stop')
      return new HttpResponse(null, { status: 204 })
    }),
  )
  let reloads = 0
  await agreeToOverrides([mine], () => (reloads += 1))
  await clearOverrides(() => (reloads += 1))
  expect([calls, reloads]).toEqual([[{ overrides: 'mail@http://localhost:4581' }, 'stop'], 2])
})

test('for other roles, and for any machine but their own, nothing is asked and the address is cleaned', () => {
  documentOverrides('allowed')
  for (const [role, wish] of [
    ['team', 'mail@http://localhost:4581'],
    ['client', 'mail@http://localhost:4581'],
    ['admin', 'mail@https://evil.example'],
    ['admin', 'mail@http://localhost:4581@evil.example'],
    ['admin', 'nonsense'],
  ] as const) {
    expect(asked(`/tasks?override=${encodeURIComponent(wish)}`, role)).toBeNull()
    expect(address()).toBe('/tasks')
  }
})

test('the build is the one the machine says it serves; another remote behind that address is refused', async () => {
  const { manifest } = remoteEntry('mail', [])
  const record = { name: 'mail', version: '0.1.0-3fa94c21', entry: 'remoteEntry.js', manifest }
  server.use(http.get('http://localhost:4581/portal-build.json', () => HttpResponse.json(record)))
  await expect(overriddenBuild(mine)).resolves.toMatchObject({
    container: 'mfe_mail_3fa94c21',
    entry: 'http://localhost:4581/remoteEntry.js',
    integrity: null,
  })
  await expect(overriddenBuild({ ...mine, name: 'files' })).rejects.toThrow('serves the part "mail"')
})
