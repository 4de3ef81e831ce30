import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { PresenceReport, collections } from '@portal/contract'
import type { Presence } from '@portal/contract'
import { RecordPage } from '../records/page/RecordPage.lazy.tsx'
import { setWidth } from '../test-support/browser.ts'
import { crudHandler } from '../test-support/crud-handler.ts'
import { personAs, renderRoutes } from '../test-support/render-routes.tsx'
import { server } from '../test-support/server.ts'
import { installTestStream, quietShell, testStream } from '../test-support/test-stream.ts'
import { followLive } from '../stream/live.ts'
import { createQueryClient } from '../portal/query-client.ts'

const routes = [
  {
    path: '/permits/processing/:pid?',
    element: (
      <RecordPage collection={collections.permits} label="Processing permits" path="/permits/processing" />
    ),
  },
]
const permit = {
  pid: '01PERMIT000000000000000001',
  version: 1,
  refNo: 'PM-1',
  title: 'Garage',
  targetDate: '2027-01-01',
}

const at = { collection: 'permits', pid: permit.pid, more: 0 } as const
const self = { pid: personAs('team').pid, name: 'A team', field: null }
const ben = (field: string | null) => ({ pid: 'BEN', name: 'Ben', field })

/** A server that notes what the page reports, and answers with who is there. */
function startServer(present: Presence['people']) {
  const reports: unknown[] = []
  server.use(
    http.post('*/api/presence', async ({ request }) => {
      const report = PresenceReport.parse(await request.json())
      reports.push(report.at)
      return HttpResponse.json({ presence: report.at === null ? null : { ...at, people: present } })
    }),
    crudHandler(({ apiPath }) =>
      apiPath === 'permits'
        ? { body: { permits: [permit], metadata: { count: 1, page: 1, pageSize: 50 } } }
        : { body: permit },
    ),
  )
  return reports
}

function openPermit() {
  setWidth(1600)
  installTestStream()
  const queryClient = createQueryClient()
  const rendered = renderRoutes(routes, `/permits/processing/${permit.pid}`, { as: 'team', queryClient })
  const stop = followLive({ ...quietShell, person: self.pid, store: rendered.store, queryClient })
  return { ...rendered, stop }
}
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'EventSource')
})

test('the head shows who else is there, what they edit, and that they left', async () => {
  const reports = startServer([self, ben(null)])
  const { stop, unmount } = openPermit()
  expect(await screen.findByText('Ben is here')).toBeVisible()
  expect(reports).toEqual([{ collection: 'permits', pid: permit.pid, field: null }])
  testStream().send('presence', { ...at, people: [self, ben('targetDate')] })
  expect(await screen.findByText('Ben is here, editing Due')).toBeVisible()
  testStream().send('presence', { ...at, pid: 'ANOTHER', people: [self, ben('title')] })
  testStream().send('presence', { ...at, people: [self] })
  await waitFor(() => expect(screen.queryByText(/Ben is here/)).toBeNull())
  stop()
  unmount()
  await waitFor(() => expect(reports.at(-1)).toBeNull())
}, 30_000)

test('who changes a field reports it, and is warned when another person edits it too', async () => {
  const reports = startServer([self, ben('title')])
  const { user, stop } = openPermit()
  const details = within(await screen.findByRole('tabpanel', { name: 'Details' }))
  await screen.findByText('Ben is here, editing Title')
  await user.click(details.getByRole('button', { name: /^Title/ }))
  await user.type(await details.findByRole('textbox', { name: 'Title' }), ' 2')
  expect(await screen.findByText('Ben is editing Title too')).toBeVisible()
  await waitFor(() =>
    expect(reports.at(-1)).toEqual({ collection: 'permits', pid: permit.pid, field: 'title' }),
  )
  stop()
}, 30_000)

test('a page reports again when its stream is back', async () => {
  const reports = startServer([self])
  const { stop } = openPermit()
  await waitFor(() => expect(reports).toHaveLength(1))
  act(() => {
    testStream().dispatchEvent(new Event('open'))
  })
  await waitFor(() => expect(reports).toHaveLength(2))
  stop()
}, 30_000)
