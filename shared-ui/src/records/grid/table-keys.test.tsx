import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { AnyRecord, CrudCall, Role } from '@portal/contract'
import type { PanelOffer } from '../../portal/shell-api.ts'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import type { CrudResponse } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import type { RenderOptions } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'

const tasks = { ...collections.tasks, pageSize: 5 }
const routes = [
  { path: '/tasks/:pid?', element: <RecordPage collection={tasks} label="Tasks" path="/tasks" /> },
]
const task = (number: number): AnyRecord => ({
  pid: `TASK${number}`,
  version: 1,
  refNo: `TK-2026-00000${number}`,
  title: `Task ${number}`,
  status: 'OPEN',
})
const five = [1, 2, 3, 4, 5].map(task)

function openTasks({
  as = 'team',
  patched,
  ...offered
}: { as?: Role; patched?: CrudResponse } & Pick<RenderOptions, 'panels' | 'loadPanel'> = {}) {
  setWidth(1600)
  sessionStorage.clear()
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      if (call.method === 'PATCH') sent.push(call)
      if (call.method === 'PATCH') return patched
      if (call.apiPath === 'tasks')
        return { body: { tasks: five, metadata: { count: 5, page: 1, pageSize: 5 } } }
      return { body: five.find(({ pid }) => call.apiPath === `tasks/${pid}`) }
    }),
  )
  return { sent, ...renderRoutes(routes, '/tasks?page=1', { as, ...offered }) }
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
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveStyle({ width: '296px' }),
  )
  expect(JSON.parse(localStorage.getItem('portal.table:/tasks:') ?? '{}')).toMatchObject({
    widths: { title: 296 },
  })
})

test('e edits the value in its cell, Enter saves it, and the focus is back on the cell (look.md 9)', async () => {
  const { user, sent } = openTasks({
    patched: { body: { ...task(2), version: 2, title: 'Task 2, revised' } },
  })
  await goTo(user, 1, 2)
  await user.keyboard('e')
  const editor = await screen.findByRole('dialog', { name: 'Edit Title' })
  const input = await within(editor).findByRole('textbox', { name: 'Title' })
  expect(input).toHaveValue('Task 2')
  await user.type(input, ', revised{Enter}')
  expect(await screen.findByText('Record updated successfully.')).toBeInTheDocument()
  expect(sent.map(({ apiPath, body }) => [apiPath, body])).toEqual([
    ['tasks/TASK2', { title: 'Task 2, revised', version: 1 }],
  ])
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

const steps: PanelOffer = {
  remote: 'tested',
  panel: {
    slot: 'record.head',
    collections: ['tasks'],
    id: 'steps',
    label: 'Steps',
    order: 1,
    expose: './steps',
  },
}

/** Steps as another remote would put them at the head of a record. */
const loadPanel = () =>
  Promise.resolve({
    mountInto: (element: HTMLElement) => {
      const button = document.createElement('button')
      button.textContent = 'Start work'
      element.append(button)
      return { update: () => Promise.resolve(), unmount: () => Promise.resolve(button.remove()) }
    },
  })

test('the status of a row is changed from its menu, its pencil and by e, as by s (review: status change from the row)', async () => {
  const { user } = openTasks({ panels: [steps], loadPanel })
  await goTo(user, 2, 1)
  const offered = async (title: string) => {
    const dialog = within(await screen.findByRole('dialog', { name: title }, { timeout: 15_000 }))
    expect(await dialog.findByRole('button', { name: 'Start work' })).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  }
  await user.keyboard('e')
  await offered('Task 1')
  fireEvent.contextMenu(screen.getByText('Task 2', { selector: '[role=gridcell] *' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change status' }))
  await offered('Task 2')
  fireEvent.mouseOver(within(screen.getByRole('row', { name: /Task 3/ })).getByText('Open'))
  await user.click(await screen.findByTitle('Change status (s)'))
  await offered('Task 3')
})

test('a client is not offered to change the status of a row', async () => {
  const { user } = openTasks({ as: 'client', panels: [steps], loadPanel })
  await goTo(user, 1, 1)
  fireEvent.contextMenu(screen.getByText('Task 2', { selector: '[role=gridcell] *' }))
  expect(await screen.findByRole('menuitem', { name: 'Open' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Change status' })).toBeNull()
})

test('a cell that is not to be edited says so', async () => {
  const { user } = openTasks()
  await goTo(user, 2, 1)
  await user.keyboard('e')
  expect(await screen.findByText('Status can’t be edited here')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
