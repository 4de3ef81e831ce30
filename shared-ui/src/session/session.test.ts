import { http, HttpResponse } from 'msw'
import { createPortalStore } from '../portal/portal-store.ts'
import { server } from '../test-support/server.ts'
import { personAs } from '../test-support/render-routes.tsx'
import {
  actorAtom,
  authPendingAtom,
  isAdministratorAtom,
  loadSession,
  sessionAtom,
  userAtom,
} from './session.ts'

const signedOut = () =>
  HttpResponse.json(
    {
      type: 'unauthenticated',
      title: 'Sign in to continue',
      status: 401,
      detail: 'Sign in to continue',
      instance: 'r',
    },
    { status: 401 },
  )

test('authentication is pending until the server says who is signed in (specification.md 4)', async () => {
  server.use(http.get('*/api/auth/me', () => HttpResponse.json(personAs('team'))))
  const store = createPortalStore()
  expect(store.get(authPendingAtom)).toBe(true)
  expect(store.get(userAtom)).toBeNull()
  await loadSession(store)
  expect(store.get(authPendingAtom)).toBe(false)
  expect(store.get(userAtom)?.name).toBe('A team')
})

test.each([
  ['a 401', signedOut],
  ['a failure', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })],
  ['an answer that makes no sense', () => HttpResponse.json({ name: 7 })],
])('%s leaves the user null and nothing pending', async (_what, response) => {
  server.use(http.get('*/api/auth/me', response))
  const store = createPortalStore()
  await loadSession(store)
  expect(store.get(authPendingAtom)).toBe(false)
  expect(store.get(userAtom)).toBeNull()
})

test.each(['Admin', 'ADMIN', 'admin'])('%s is the role admin', (role) => {
  const store = createPortalStore()
  store.set(sessionAtom, { state: 'signed-in', user: { ...personAs('admin'), role } })
  expect(store.get(actorAtom)?.role).toBe('admin')
  expect(store.get(isAdministratorAtom)).toBe(true)
})
