import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AnyRecord, CrudCall } from '@portal/contract'
import { crudHandler, renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const permit = (title: string, status: string): AnyRecord => ({
  pid: `PERMIT-${title.replaceAll(' ', '-')}`,
  version: 3,
  title,
  refNo: 'PM-1',
  status,
})
const step = (to: string, label: string, whyNot: string[] = [], asksReason = false) => ({
  to,
  label,
  allowed: whyNot.length === 0,
  whyNot,
  asksReason,
})

/** Two permits, with a server that decides transitions as given. */
async function open(
  steps: object[],
  { as = 'team', refusal = '' }: { as?: 'team' | 'client'; refusal?: string } = {},
) {
  setWidth(1600)
  const permits: AnyRecord[] = [
    { ...permit('Two garages', 'NEW'), targetDate: '2020-03-12' },
    { ...permit('A sign', 'INTAKE_REVIEW'), targetDate: '2999-03-12', expiryDate: '2999-12-01' },
  ]
  const calls: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      calls.push(call)
      const { apiPath, method } = call
      const columns = ['NEW', 'INTAKE_REVIEW', 'WAITING_CLIENT'].map((status) => {
        const cards = permits.filter((permit) => permit['status'] === status)
        return { status, count: status === 'NEW' ? cards.length + 24 : cards.length, cards }
      })
      if (apiPath === 'permits/board') return { body: { columns, metadata: { count: 26 } } }
      if (apiPath === 'permits') {
        const isMore = JSON.stringify(call.query).includes('statusChangedAt')
        return {
          body: {
            permits: isMore ? [permit('An old shed', 'NEW')] : permits,
            metadata: { count: 26, page: 1, pageSize: 50 },
          },
        }
      }
      const one = permits.find(({ pid }) => apiPath === `permits/${pid}/transitions`)
      if (one === undefined) return undefined
      if (method === 'GET') return { body: { transitions: steps } }
      if (refusal !== '') return { refusal: 'transition-refused', detail: refusal }
      one['status'] = Reflect.get(Object(call.body), 'to')
      return { body: one }
    }),
  )
  const rendered = renderRoutes(routes, '/permits/processing?page=1&layout=board', {
    as,
    heading: 'Processing permits',
  })
  const column = (name: string) => within(screen.getByRole('region', { name }))
  await screen.findByRole('region', { name: 'New' }, { timeout: 15_000 })
  const drag = (title: string, to: string) => {
    const card = screen.getByText(title).closest('li')
    if (card === null) throw new Error('There is no card')
    const dataTransfer = { setData: () => {}, effectAllowed: '', dropEffect: '' }
    fireEvent.dragStart(card, { dataTransfer })
    fireEvent.dragOver(screen.getByRole('region', { name: to }), { dataTransfer })
    fireEvent.drop(screen.getByRole('region', { name: to }), { dataTransfer })
    fireEvent.dragEnd(card, { dataTransfer })
  }
  return { ...rendered, calls, column, drag }
}

const taken = (calls: readonly CrudCall[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('dragging a card to another status takes the matching transition (issue 7)', async () => {
  const { drag, calls, column } = await open([step('INTAKE_REVIEW', 'Start intake review')])
  drag('Two garages', 'Intake review')
  await waitFor(() => expect(taken(calls)).toEqual([{ to: 'INTAKE_REVIEW', version: 3 }]))
  expect(await column('Intake review').findByText('Two garages')).toBeVisible()
  expect(await screen.findByText('Two garages: Intake review')).toBeVisible()
})

test('Undo in the notification moves a card back', async () => {
  const { drag, calls, user } = await open([step('INTAKE_REVIEW', 'Start intake review')])
  drag('Two garages', 'Intake review')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(calls.map(({ apiPath }) => apiPath)).toContain('permits/PERMIT-Two-garages/transitions/undo'),
  )
})

test('a card dropped on a status without an allowed transition is put back, with the reason', async () => {
  const { drag, calls, column } = await open([
    step('WAITING_CLIENT', 'Request items from client', ['One thing is missing.']),
  ])
  drag('Two garages', 'Waiting on client')
  expect(await screen.findByText('Two garages was not moved from New')).toBeVisible()
  expect(screen.getByText('One thing is missing.')).toBeVisible()
  drag('A sign', 'New')
  expect(await screen.findByText('Intake review → New is not allowed.')).toBeVisible()
  expect(column('New').getByText('Two garages')).toBeVisible()
  expect(column('Intake review').getByText('A sign')).toBeVisible()
  expect(taken(calls)).toEqual([])
})

test('a card that the server refuses is put back with the server’s message', async () => {
  const { drag, column } = await open([step('INTAKE_REVIEW', 'Start intake review')], {
    refusal: 'A blocking task is open.',
  })
  drag('Two garages', 'Intake review')
  expect(await screen.findByText('A blocking task is open.')).toBeVisible()
  await waitFor(() => expect(column('New').getByText('Two garages')).toBeVisible())
})

test('a transition that needs a reason asks for it first; canceling puts the card back', async () => {
  const { user, drag, calls, column } = await open([
    step('WAITING_CLIENT', 'Request items from client', [], true),
  ])
  drag('Two garages', 'Waiting on client')
  const dialog = within(
    await screen.findByRole(
      'dialog',
      { name: 'Request items from client: Two garages' },
      { timeout: 15_000 },
    ),
  )
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await column('New').findByText('Two garages')).toBeVisible()
  drag('Two garages', 'Waiting on client')
  const again = within(await screen.findByRole('dialog', { name: 'Request items from client: Two garages' }))
  await user.type(again.getByRole('textbox', { name: 'Reason' }), 'Plans are missing')
  await user.click(again.getByRole('button', { name: 'Request items from client' }))
  await waitFor(() =>
    expect(taken(calls)).toEqual([{ to: 'WAITING_CLIENT', version: 3, reason: 'Plans are missing' }]),
  )
})

test('cards can be moved by keyboard: their menu lists all transitions, refused ones with the reason', async () => {
  const { user, calls } = await open([
    step('INTAKE_REVIEW', 'Start intake review'),
    step('CANCELLED', 'Cancel the permit', ['Administrators only.']),
  ])
  act(() => screen.getByRole('button', { name: 'Move Two garages' }).focus())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Not available: Administrators only.')).toBeVisible()
  await user.click(screen.getByRole('menuitem', { name: 'Start intake review' }))
  await waitFor(() => expect(taken(calls)).toEqual([{ to: 'INTAKE_REVIEW', version: 3 }]))
})

test('a status with many cards is paged, and a card opens its record', async () => {
  const { user, calls, column, router } = await open([])
  await user.click(column('New').getByRole('button', { name: 'Show more: New' }))
  expect(await column('New').findByText('An old shed')).toBeVisible()
  expect(calls.at(-1)?.query).toMatchObject({
    page: 2,
    pageSize: 20,
    sort: 'statusChangedAt',
    filter: { and: [{ status: 'NEW' }] },
  })
  await user.click(column('New').getByRole('button', { name: 'An old shed' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/permits/processing/PERMIT-An-old-shed'))
})

test('a card shows its due date and whether it has passed; only the table’s buttons that apply are shown', async () => {
  const { column } = await open([])
  expect(column('New').getByText('Overdue (Mar 12, 2020)')).toBeVisible()
  expect(column('Intake review').getByText('Due Mar 12, 2999')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Filter' })).toBeVisible()
  for (const name of ['Sort', 'Group', 'Hide columns', 'Update selected'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  fireEvent.keyDown(document.body, { key: 's' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
