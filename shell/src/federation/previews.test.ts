import { createStore } from '@portal/shared-ui/state'
import { server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { leavePreview, openPreview, previewQuestionAtom, takePreview } from './previews.ts'

const preview = { name: 'records', branch: 'feature/x' }

/** What the page asks about when it is opened at this address. */
function asked(address: string) {
  const store = createStore()
  history.replaceState(null, '', address)
  takePreview(store)
  return store.get(previewQuestionAtom)
}

test('a preview in the address is removed from it and asked about, also before signing in', () => {
  expect(asked('/?preview=records%40feature%2Fx')).toEqual(preview)
  expect(location.search).toBe('')
  expect(asked('/tasks?page=2&preview=records@feature/x')).toEqual(preview)
  expect(location.search).toBe('?page=2')
  expect(asked(`/login?returnTo=${encodeURIComponent('/?preview=records%40feature%2Fx')}`)).toEqual(preview)
  for (const wrong of [
    '',
    'records',
    '@x',
    'records@',
    'records@a b',
    'RECORDS@x',
    'records@http://evil.example/?',
  ])
    expect(asked(`/?preview=${encodeURIComponent(wrong)}`)).toBeNull()
  expect(asked('/login?returnTo=http%3A%2F%2F%5B')).toBeNull()
})

test('consent is stored by the server, then the page is loaded anew; leaving does so too', async () => {
  const calls: unknown[] = []
  server.use(
    http.post('*/api/federation/preview', async ({ request }) => {
      calls.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete('*/api/federation/preview', () => {
      calls.push('leave')
      return new HttpResponse(null, { status: 204 })
    }),
  )
  history.replaceState(null, '', '/tasks?page=2&preview=records@feature/x')
  await openPreview(preview, () => calls.push(`reload ${location.pathname}${location.search}`))
  await leavePreview(() => calls.push('reload'))
  expect(calls).toEqual([{ preview: 'records@feature/x' }, 'reload /tasks?page=2', 'leave', 'reload'])
})
