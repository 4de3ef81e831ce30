import { act, screen, within } from '@testing-library/react'
import { atom, useAtomValue } from 'jotai'
import { collections } from '@portal/contract'
import { RouteErrorPanel } from '../../remote/RouteErrorPanel.tsx'
import { setWidth } from '../../test-support/browser.ts'
import { expectConsole } from '../../test-support/console.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'

const isBrokenAtom = atom(false)

/** A part of the remote's page that throws while rendering. */
function Fault() {
  if (useAtomValue(isBrokenAtom)) throw new Error('The remote has a fault')
  return null
}

const page = (
  <>
    <RecordPage collection={collections.tasks} label="Tasks" path="/tasks" />
    <Fault />
  </>
)
const routes = [{ ErrorBoundary: RouteErrorPanel, children: [{ path: '/tasks/:pid?', element: page }] }]
const task = {
  pid: '01TASK',
  version: 1,
  refNo: 'TK-2026-000001',
  title: 'Call the roofer',
  status: 'OPEN',
  description: null,
}

test('text typed into a record and its notes survives a crash of the remote (look.md 8)', async () => {
  expectConsole(/The remote has a fault|error boundary|React Router caught/i)
  setWidth(1600)
  sessionStorage.clear()
  server.use(
    crudHandler(({ apiPath }) => {
      if (apiPath === 'tasks')
        return { body: { tasks: [task], metadata: { count: 1, page: 1, pageSize: 50 } } }
      return apiPath === 'tasks/01TASK/notes' ? { body: { notes: [] } } : { body: task }
    }),
  )
  const { user, store } = renderRoutes(routes, '/tasks/01TASK', { as: 'team' })
  const details = await screen.findByRole('tabpanel', { name: 'Details' })
  await user.click(within(details).getByRole('button', { name: /^Title/ }))
  await user.type(await within(details).findByRole('textbox', { name: 'Title' }), ', today')
  await user.click(screen.getByRole('tab', { name: 'Notes' }))
  await user.type(await screen.findByRole('textbox', { name: 'New note' }), 'He is in the office till noon')

  act(() => store.set(isBrokenAtom, true))
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load')
  expect(screen.queryByRole('tab', { name: 'Notes' })).not.toBeInTheDocument()
  act(() => store.set(isBrokenAtom, false))
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('textbox', { name: 'New note' })).toHaveValue(
    'He is in the office till noon',
  )
  expect(screen.getByText('1 field changed: Title')).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'Details' }))
  expect(await screen.findByRole('button', { name: /Call the roofer, today/ })).toBeInTheDocument()
})
