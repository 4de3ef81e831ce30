import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { AnyRecord, CrudCall, Role } from '@portal/contract'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import type { CrudAnswer } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../LazyRecordPage.tsx'

const tasks = { ...collections.tasks, pageSize: 5 }
const routes = [{ path: '/tasks/:pid?', element: <RecordPage collection={tasks} label="Tasks" path="/tasks" /> }]
const task = (number: number): AnyRecord => ({
  pid: `TASK${number}`,
  version: 1,
  refNo: `TK-2026-00000${number}`,
  title: `Task ${number}`,
  status: 'OPEN',
})
const five = [1, 2, 3, 4, 5].map(task)

function openTasks({ as = 'team', patched }: { as?: Role; patched?: CrudAnswer } = {}) {
  setWidth(1600)
  sessionStorage.clear()
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      if (call.method === 'PATCH') sent.push(call)
      if (call.method === 'PATCH') return patched
      if (call.apiPath === 'tasks') return { body: { tasks: five, metadata: { count: 5, page: 1, pageSize: 5 } } }
      return { body: five.find(({ pid }) => call.apiPath === `tasks/${pid}`) }
    }),
  )
  return { sent, ...renderRoutes(routes, '/tasks?page=1', { as }) }
}

type User = ReturnType<typeof openTasks>['user']

/** From the search box to the cell of a column, in the row of that number. */
async function goTo(user: User, column: number, row: number): Promise<void> {
  await screen.findByText('Task 1', { selector: '[role=gridcell] *' })
  await user.click(screen.getByRole('searchbox'))
  await user.tab()
  await user.keyboard('{ArrowRight}'.repeat(column) + '{ArrowDown}'.repeat(row))
}

const checked = () =>
  screen
    .getAllByRole('checkbox')
    .slice(1)
    .map((box) => (box instanceof HTMLInputElement ? box.checked : false))

test('Space selects a record, Shift Space all from there to another (look.md 9)', async () => {
  const { user } = openTasks()
  await goTo(user, 1, 2)
  await user.keyboard(' {ArrowDown}{ArrowDown}{Shift>} {/Shift}')
  expect(await screen.findByText('3 selected')).toBeInTheDocument()
  expect(checked()).toEqual([false, true, true, true, false])
  await user.keyboard(' ')
  expect(await screen.findByText('2 selected')).toBeInTheDocument()
})

test('a column is made wider and narrower by the keyboard, and stays so', async () => {
  const { user } = openTasks()
  await goTo(user, 1, 0)
  const header = screen.getByRole('columnheader', { name: 'Title' })
  expect(header).toHaveFocus()
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowLeft}{/Shift}')
  await waitFor(() => expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveStyle({ width: '296px' }))
  expect(JSON.parse(localStorage.getItem('portal.table:/tasks:') ?? '{}')).toMatchObject({ widths: { title: 296 } })
})

test('e edits the value in its cell, Enter saves it, and the focus is back on the cell (look.md 9)', async () => {
  const { user, sent } = openTasks({ patched: { body: { ...task(2), version: 2, title: 'Task 2, revised' } } })
  await goTo(user, 1, 2)
  await user.keyboard('e')
  const editor = await screen.findByRole('dialog', { name: 'Edit Title' })
  const input = await within(editor).findByRole('textbox', { name: 'Title' })
  expect(input).toHaveValue('Task 2')
  await user.type(input, ', revised{Enter}')
  expect(await screen.findByText('Record updated successfully.')).toBeInTheDocument()
  expect(sent.map(({ apiPath, body }) => [apiPath, body])).toEqual([['tasks/TASK2', { title: 'Task 2, revised', version: 1 }]])
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByText('Task 2, revised').closest('[role=gridcell]')).toHaveFocus()
})

test('Escape gives up what was typed into a cell, and a refusal keeps it with the reason', async () => {
  const { user, sent } = openTasks({ patched: { refusal: 'forbidden', detail: 'The task is locked.' } })
  await goTo(user, 1, 1)
  await user.keyboard('e')
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!{Enter}')
  const editor = screen.getByRole('dialog', { name: 'Edit Title' })
  expect(await within(editor).findByRole('alert')).toHaveTextContent('The task is locked.')
  expect(within(editor).getByRole('textbox', { name: 'Title' })).toHaveValue('Task 1!')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sent).toHaveLength(1)
  expect(screen.getByText('Task 1', { selector: '[role=gridcell] *' })).toBeInTheDocument()
})

test('a cell that is not to be edited says so', async () => {
  const { user } = openTasks()
  await goTo(user, 2, 1)
  await user.keyboard('e')
  expect(await screen.findByText('Status cannot be edited here')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
