import { screen, waitFor, within } from '@testing-library/react'
import type { SlotName } from '@portal/contract'
import type { PanelModule } from '../portal/shell-api.ts'
import { expectConsole } from '../test-support/console.ts'
import { renderRoutes } from '../test-support/render-routes.tsx'
import { cellOf, offerIn, openTasks } from '../test-support/tasks-with-slots.tsx'
import { createAction } from './create-action.ts'
import { createCells } from './create-cells.tsx'
import { createPanel } from './create-panel.tsx'
import { SlotPanels } from './SlotPanels.tsx'

test('a column of another remote is filled with one call for the page, and one bad cell stays alone', async () => {
  expectConsole(/two fails|error boundary|React will try/i)
  const loads: string[][] = []
  const berths = createCells<string>({
    name: 'ports/berths',
    load: async (records) => {
      loads.push(records.map(({ pid }) => pid))
      return new Map(records.map(({ pid }) => [pid, `Berth of ${pid}`]))
    },
    Cell: ({ record, data }) => {
      if (record.pid === 'TASK3' && data !== undefined) throw new Error('two fails')
      return <b>{data ?? '…'}</b>
    },
  })
  const when = [{ field: 'status', in: ['OPEN'] }]
  const { told } = await openTasks('/tasks?page=1', [offerIn('table.cell', 'Berths', { when })], {
    Berths: berths,
  })
  expect(screen.getByRole('columnheader', { name: 'Berths' })).toBeVisible()
  expect(await screen.findByText('Berth of TASK1', undefined, { timeout: 20_000 })).toBeVisible()
  expect(cellOf('Task 1', 'ports/Berths')).toHaveTextContent('Berth of TASK1')
  expect(cellOf('Task 2', 'ports/Berths')).toHaveTextContent(/^$/)
  const failed = await screen.findByRole('img', { name: 'Could not be shown' })
  expect(cellOf('Task 3', 'ports/Berths')).toContainElement(failed)
  expect(loads).toEqual([['TASK1', 'TASK3']])
  expect(told.failures.map(String)).toEqual(['Error: two fails'])
}, 60_000)

test('a column whose code cannot be loaded says so in its cells, and the table works on', async () => {
  const { user, router } = await openTasks('/tasks?page=1', [offerIn('table.cell', 'Berths')], {})
  expect(await screen.findAllByRole('img', { name: 'Could not be shown' }, { timeout: 20_000 })).toHaveLength(
    3,
  )
  await user.click(screen.getByText('Task 1', { selector: '[role=gridcell] *' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/tasks/TASK1'))
}, 60_000)

test('an action of a record loads its code when it is pressed, runs once at a time, and says what failed', async () => {
  const done: string[] = []
  let finish = () => {}
  const modules = {
    Weigh: createAction<'record.action'>(({ pid, record, shell }) => {
      done.push(`${pid} ${String(record['title'])}`)
      shell.toast({ title: 'Weighed' })
      return new Promise<void>((resolve) => {
        finish = resolve
      })
    }),
    Break: createAction<'record.action'>(() => {
      throw new Error('the scale is broken')
    }),
  }
  const offers = [
    offerIn('record.action', 'Break', { order: 2 }),
    offerIn('record.action', 'Weigh'),
    offerIn('record.action', 'Gone', { order: 3 }),
    offerIn('record.action', 'Only when completed', { when: [{ field: 'status', in: ['COMPLETED'] }] }),
  ]
  const { user, loaded, told } = await openTasks('/tasks/TASK1?page=1', offers, modules)
  const drawer = within(await screen.findByRole('dialog', { name: 'Task 1' }, { timeout: 20_000 }))
  const weigh = await drawer.findByRole('button', { name: 'Weigh' })
  const names = drawer.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.filter((name) => ['Weigh', 'Break', 'Gone', 'Only when completed'].includes(name))).toEqual([
    'Weigh',
    'Break',
    'Gone',
  ])
  expect(loaded).toEqual([])
  await user.click(weigh)
  expect(await screen.findByText('Weighed')).toBeVisible()
  expect(weigh).toHaveAttribute('aria-busy', 'true')
  await user.click(weigh)
  expect(done).toEqual(['TASK1 Task 1'])
  finish()
  await waitFor(() => expect(weigh).toHaveAttribute('aria-busy', 'false'))
  await user.click(drawer.getByRole('button', { name: 'Break' }))
  expect(await screen.findByText('This did not work')).toBeVisible()
  await waitFor(() => expect(told.failures.map(String)).toEqual(['Error: the scale is broken']))
  await user.click(drawer.getByRole('button', { name: 'Gone' }))
  expect(await screen.findByText('Gone: this did not work')).toBeVisible()
}, 60_000)

test('cards stand below the first tab; one that fails is one line with Try again', async () => {
  expectConsole(/no tide|error boundary|React will try/i)
  let isBroken = true
  const modules = {
    Crane: createPanel<'record.card'>(({ record }) => <p>Crane for {String(record['title'])}</p>),
    Tide: createPanel<'record.card'>(() => {
      if (isBroken) throw new Error('no tide')
      return <p>High tide</p>
    }),
  }
  const offers = [offerIn('record.card', 'Tide', { order: 2 }), offerIn('record.card', 'Crane')]
  const { user, told } = await openTasks('/tasks/TASK1?page=1', offers, modules)
  expect(await screen.findByText('Crane for Task 1', undefined, { timeout: 20_000 })).toBeVisible()
  const tide = within(screen.getByRole('region', { name: 'Tide' }))
  expect(await tide.findByRole('alert')).toHaveTextContent('This part could not be shown.')
  expect(told.failures.map(String)).toEqual(['Error: no tide'])
  isBroken = false
  await user.click(tide.getByRole('button', { name: 'Try again' }))
  expect(await tide.findByText('High tide')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Notes' }))
  await waitFor(() => expect(screen.queryByText('Crane for Task 1')).toBeNull())
}, 60_000)

test('actions on the selection get it as bulk calls take it, and what they changed is read again', async () => {
  const given: object[] = []
  const modules = {
    Move: createAction<'bulk.action'>(({ collection, selection, count, onChanged }) => {
      given.push({ collection, selection, count })
      onChanged()
    }),
  }
  const { user, loaded } = await openTasks('/tasks?page=1', [offerIn('bulk.action', 'Move')], modules)
  await screen.findByText('Task 1', { selector: '[role=gridcell] *' })
  expect(screen.queryByRole('button', { name: 'Move' })).toBeNull()
  for (const title of ['Task 1', 'Task 3']) {
    const row = screen.getByText(title, { selector: '[role=gridcell] *' }).closest('[role=row]')
    if (!(row instanceof HTMLElement)) throw new Error('The task has no row')
    await user.click(within(row).getByRole('checkbox'))
  }
  const move = await screen.findByRole('button', { name: 'Move' }, { timeout: 20_000 })
  expect(loaded).toEqual([])
  await user.click(move)
  await waitFor(() =>
    expect(given).toEqual([{ collection: 'tasks', selection: { pids: ['TASK1', 'TASK3'] }, count: 2 }]),
  )
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Selection' })).toBeNull())
}, 60_000)

test('a client sees a further slot only when its declaration names clients', async () => {
  expectConsole(/inside a test was not wrapped in act/)
  const modules: Readonly<Record<string, PanelModule<SlotName>>> = {
    Ours: createPanel<'overview.tile'>(() => <p>for the office</p>),
    Theirs: createPanel<'overview.tile'>(() => <p>for clients</p>),
  }
  const panels = [offerIn('overview.tile', 'Ours'), offerIn('overview.tile', 'Theirs', { roles: ['client'] })]
  const tiles = [
    {
      path: '/',
      element: (
        <SlotPanels
          slot="overview.tile"
          input={{}}
          around={(content, label) => <section aria-label={label}>{content}</section>}
        />
      ),
    },
  ]
  renderRoutes(tiles, '/', {
    as: 'client',
    panels,
    loadPanel: ({ panel: { id } }) =>
      modules[id] === undefined ? Promise.reject(new Error(id)) : Promise.resolve(modules[id]),
  })
  expect(await screen.findByText('for clients')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Ours' })).toBeNull()
})
