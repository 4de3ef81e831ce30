import { createStore } from '@portal/shared-ui/state'
import { server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { documentOverrides } from '../test-support/document-overrides.ts'
import { remoteEntry } from '../test-support/remotes.ts'
import {
  agreeToOverrides,
  clearOverrides,
  storedOverrides,
  overrideQuestionAtom,
  overridesFor,
  takeOverride,
} from './overrides.ts'
import { overriddenBuild } from './overridden-build.ts'

const mine = { name: 'mail', origin: 'http://localhost:4581' }
const inAnHour = () => Date.now() + 3_600_000
const at = (address: string) => history.replaceState(null, '', address)
const address = () => location.pathname + location.search
afterEach(() => documentOverrides(null))

/** The overrides the page asks about when it is opened at this address. */
function asked(address_: string, role: string) {
  const store = createStore()
  at(address_)
  takeOverride(store, role)
  return store.get(overrideQuestionAtom)
}

test('S-19: overrides in the address are removed from it and asked about, where the server allows them', () => {
  documentOverrides('allowed')
  expect(asked('/tasks?page=2&override=mail@http://localhost:4581', 'admin')).toEqual([mine])
  expect([address(), storedOverrides()]).toEqual(['/tasks?page=2', []])

  documentOverrides('off')
  expect(asked('/tasks?override=mail@http://localhost:4581', 'superadmin')).toBeNull()
  expect(address()).toBe('/tasks')
})

test('S-19: active overrides are those the server wrote into the document, until they expire; cookies are ignored', () => {
  document.cookie = 'portal_override=files@http://localhost:4582'
  expect(storedOverrides()).toEqual([])
  documentOverrides(`allowed|${inAnHour()}|mail@http://localhost:4581`)
  expect(overridesFor('superadmin')).toEqual([mine])
  expect(overridesFor('team')).toEqual([])
  documentOverrides(`allowed|${Date.now() - 1}|mail@http://localhost:4581`)
  expect(storedOverrides()).toEqual([])
})

test('S-19: the server stores consent and removal of overrides, then the page reloads', async () => {
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

test('other roles and other machines cannot override: the address is cleaned and nothing is asked', () => {
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

test('the overriding machine names its build; a different remote at that address is refused', async () => {
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
