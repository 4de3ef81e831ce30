import { http, HttpResponse } from 'msw'
import type { Role } from '@portal/contract'
import { createPortalStore, sessionAtom, userAtom } from '@portal/shared-ui'
import { personAs, server } from '@portal/shared-ui/test-support'
import { unsavedAtom } from '../navigation/navigation.state.ts'
import { recheckSession } from './session-over.ts'

/** A page of a team member with unsaved work, and the user who is signed in on the server. */
function scene(signedIn: Role | null, change: object = {}) {
  const store = createPortalStore()
  store.set(sessionAtom, { state: 'signed-in', user: personAs('team') })
  store.set(unsavedAtom, true)
  server.use(
    http.get('*/api/auth/me', () =>
      signedIn === null
        ? new HttpResponse(null, { status: 401 })
        : HttpResponse.json({ ...personAs(signedIn), ...change }),
    ),
  )
  let reloads = 0
  const look = () => recheckSession(store, () => void (reloads += 1))
  return { store, look, reloads: () => reloads }
}

test('the page continues for the same user', async () => {
  const { store, look, reloads } = scene('team', { name: 'A new name' })
  await expect(look()).resolves.toBe('same')
  expect([reloads(), store.get(unsavedAtom), store.get(userAtom)?.name]).toEqual([0, true, 'A new name'])
})

test.each([
  ['somebody else', 'team', { pid: '01ANOTHER' }],
  ['the same person in another role', 'client', {}],
  ['the same person without a role', 'team', { role: null }],
] as const)(
  '%s gets a reloaded page, without a question about the other user’s unsaved work',
  async (_who, role, change) => {
    const { store, look, reloads } = scene(role, change)
    await expect(look()).resolves.toBe('other')
    expect([reloads(), store.get(unsavedAtom)]).toEqual([1, false])
  },
)

test('without a signed-in user the page stays unchanged', async () => {
  const { store, look, reloads } = scene(null)
  await expect(look()).resolves.toBe('nobody')
  expect([reloads(), store.get(unsavedAtom), store.get(userAtom)?.name]).toEqual([0, true, 'A team'])
})
