import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { CrudCall } from '@portal/contract'
import { createCells } from '../../slots/create-cells.tsx'
import { cellOf, offerIn, openTasks } from '../../test-support/tasks-with-slots.tsx'

const berths = createCells({ name: 'ports/berths', Cell: ({ record }) => <b>Berth of {record.pid}</b> })
const offers = [offerIn('table.cell', 'Berth'), offerIn('table.cell', 'Crane', { order: 2 })]
const modules = { Berth: berths, Crane: berths }

/** Also behind an open menu. */
const headings = () =>
  screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent)
const lastHeadings = () => headings().slice(-2)
const filled = (title: string, field: string) =>
  waitFor(() => expect(cellOf(title, field)).toHaveTextContent('Berth of'), { timeout: 20_000 })

async function openColumns(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Hide columns' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Hide columns' }))
  await menu.findByRole('switch', { name: 'Crane' }, { timeout: 20_000 })
  return menu
}

test('a column of a remote is hidden, shown and moved like a field, and the address says so', async () => {
  const { user, router, loaded } = await openTasks('/tasks?page=1', offers, modules)
  expect(lastHeadings()).toEqual(['Berth', 'Crane'])
  await filled('Task 1', 'ports/Crane')

  const menu = await openColumns(user)
  // By keyboard alone.
  menu.getByRole('switch', { name: 'Berth' }).focus()
  await user.keyboard(' ')
  await waitFor(() => expect(headings()).not.toContain('Berth'))
  expect(new URLSearchParams(router.state.location.search).get('hide')).toBe('ports/Berth')
  expect(menu.getByRole('switch', { name: 'Berth' })).not.toBeChecked()

  const last = headings().at(-2) ?? ''
  menu.getByRole('button', { name: 'Move Crane up' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(lastHeadings()).toEqual(['Crane', last]))
  expect(menu.getByRole('button', { name: 'Move Crane up' })).toHaveFocus()
  expect(new URLSearchParams(router.state.location.search).get('order')?.split(',').at(-2)).toBe(
    'ports/Crane',
  )
  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Hide columns' })).toHaveAccessibleDescription('1')
  await filled('Task 1', 'ports/Crane')
  expect(loaded.toSorted()).toEqual(['Berth', 'Crane'])
}, 60_000)

test('the code of a hidden column is not loaded', async () => {
  const { loaded } = await openTasks('/tasks?page=1&hide=ports/Berth', offers, modules)
  expect(headings()).not.toContain('Berth')
  await filled('Task 1', 'ports/Crane')
  expect(loaded).toEqual(['Crane'])
}, 60_000)

test('a column of a remote may stand first, also above groups', async () => {
  const header = {
    kind: 'group',
    path: ['OPEN'],
    depth: 0,
    field: 'status',
    value: 'OPEN',
    count: 3,
    sums: {},
    isOpen: false,
  }
  const metadata = { count: 3, page: 1, pageSize: 100, lines: 1 }
  await openTasks('/tasks?page=1&group=status&order=ports/Berth,title', offers, modules, {
    answer: ({ apiPath }) =>
      apiPath === 'tasks/groups' ? { body: { lines: [header], metadata } } : undefined,
  })
  expect(await screen.findByRole('button', { name: 'Expand group Open' }, { timeout: 20_000 })).toBeVisible()
  expect(headings().slice(1, 3)).toEqual(['Berth', 'Title'])
}, 60_000)

test('a saved view keeps place and width of columns of remotes', async () => {
  const saved: CrudCall[] = []
  const { user } = await openTasks(
    '/tasks?page=1&order=ports/Crane,title&hide=ports/Berth',
    offers,
    modules,
    {
      answer: (call) => {
        if (call.apiPath !== 'views' || call.method !== 'POST') return undefined
        saved.push(call)
        return { refusal: 'forbidden' }
      },
    },
  )
  expect(headings().slice(1, 3)).toEqual(['Crane', 'Title'])
  const heading = screen.getByRole('columnheader', { name: 'Crane' })
  heading.focus()
  fireEvent.keyDown(heading, { key: 'ArrowRight', shiftKey: true })
  await user.click(screen.getByRole('button', { name: 'Views' }))
  await user.click(await screen.findByRole('button', { name: 'Save as' }, { timeout: 20_000 }))
  await user.type(await screen.findByRole('textbox', { name: 'View name' }), 'Cranes')
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.body).toMatchObject({
    hide: ['ports/Berth'],
    order: ['ports/Crane', 'title'],
    widths: { 'ports/Crane': 176 },
  })
}, 60_000)

test('the last field stays although columns of remotes are shown', async () => {
  const { user } = await openTasks('/tasks?page=1', offers, modules)
  const menu = await openColumns(user)
  for (const field of headings().slice(1, -3))
    await user.click(menu.getByRole('switch', { name: field ?? '' }))
  const shown = menu.getAllByRole('switch', { checked: true })
  expect(shown).toHaveLength(3)
  expect(shown[0]).toBeDisabled()
  expect(shown[1]).toBeEnabled()
  expect(menu.getByText('Keep at least one column that does not come from a module.')).toBeVisible()
}, 60_000)

test('an export asks for fields alone, and the menu names the columns that it leaves out', async () => {
  const { user } = await openTasks('/tasks?page=1', offers, modules)
  await user.click(screen.getByRole('button', { name: 'Export' }))
  const menu = await screen.findByRole('menu', { name: 'Export' }, { timeout: 20_000 })
  expect(menu).toHaveAccessibleDescription(
    /and columns\. Not in the file or on paper: Berth, Crane\. Modules show this on the screen only\.$/,
  )
  const link = within(menu).getByRole('menuitem', { name: 'CSV' })
  const fields = new URL(link.getAttribute('href') ?? '', location.origin).searchParams.get('fields')
  expect(fields?.split(',')).toContain('title')
  expect(fields).not.toContain('ports')
}, 60_000)
