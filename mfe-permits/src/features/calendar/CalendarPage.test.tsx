import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { CrudCall } from '@portal/contract'
import type { CalendarEntry } from '@portal/contract/calendar'
import { crudHandler, renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const patience = { timeout: 15_000 }

const entry = (values: Partial<CalendarEntry> = {}): CalendarEntry => ({
  id: 'P1-targetDate',
  collection: 'permits',
  pid: 'P1',
  version: 3,
  field: 'targetDate',
  day: '2031-12-10',
  at: null,
  number: 'PM-2026-000001',
  title: 'Warehouse',
  status: 'NEW',
  detail: null,
  isOver: false,
  mayMove: true,
  ...values,
})

interface Options {
  at?: string
  as?: 'team' | 'client'
  width?: number
  entries?: readonly CalendarEntry[]
  more?: number
  answer?: (call: CrudCall) => CrudResponse | undefined
}

function open({
  at = 'month=2031-12',
  as = 'team',
  width = 1440,
  entries = [entry()],
  more = 0,
  answer,
}: Options = {}) {
  setWidth(width)
  const calls: CrudCall[] = []
  const asked: unknown[] = []
  server.use(
    crudHandler(
      (call) => {
        const special = answer?.(call)
        if (call.apiPath === 'calendar') asked.push(call.query)
        else if (call.method !== 'GET') calls.push(call)
        if (special !== undefined) return special
        if (call.apiPath === 'views')
          return {
            body: {
              views: [
                {
                  pid: 'V1',
                  name: 'My permits',
                  collection: 'permits',
                  version: 1,
                  visibility: 'mine',
                  isDefaultFor: null,
                  owner: null,
                  mayChange: true,
                },
              ],
            },
          }
        if (call.apiPath === 'calendar') {
          const days = Map.groupBy(entries, ({ day }) => day)
          const totals = [...days].map(([day, of], index) => ({
            day,
            collection: 'permits',
            count: of.length + (index === 0 ? more : 0),
          }))
          return { body: { collections: ['permits', 'tasks'], entries, totals } }
        }
        return undefined
      },
      { answersViews: true },
    ),
  )
  return { ...renderRoutes(routes, `/calendar?${at}`, { as, heading: 'Calendar' }), calls, asked }
}

const december = () => screen.findByRole('grid', { name: 'December 2031' }, patience)

/** The cell of a day, by the label of its button. */
async function dayCell(label: RegExp): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: label }, patience)
  const found = button.closest<HTMLElement>('[role=gridcell]')
  if (found === null) throw new Error('The day is in no cell')
  return found
}

test('a month shows its dates on their days, and each opens its record', async () => {
  const { asked } = open()
  const link = await screen.findByRole('link', { name: 'Warehouse, Due, PM-2026-000001' }, patience)
  expect(link).toHaveAttribute('href', '/permits/processing/P1')
  expect(within(await dayCell(/^Wednesday, December 10, 2031, 1 date$/)).getByRole('link')).toBe(link)
  expect(asked[0]).toEqual({ from: '2031-11-30', to: '2032-01-03' })
  expect(screen.getAllByRole('columnheader')[0]).toHaveAccessibleName('Sunday')
})

test('layout, kinds, view and “mine” are in the address and in the question', async () => {
  const { user, asked, router } = open()
  await december()
  await user.click(screen.getByRole('button', { name: 'Week' }))
  await user.click(screen.getByRole('button', { name: 'Mine' }))
  await user.click(screen.getByRole('button', { name: 'Tasks' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'View' }), 'My permits')
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({
      from: '2031-11-30',
      to: '2031-12-06',
      collections: ['permits'],
      view: 'V1',
      mine: true,
    }),
  )
  expect(router.state.location.search).toBe(
    '?layout=week&day=2031-12-01&collections=permits&view=V1&mine=true',
  )
})

test('arrow keys go from day to day and into the next month, and Page Up, Page Down and t turn the page', async () => {
  const { user, router } = open()
  await december()
  act(() => screen.getByRole('button', { name: /^Monday, December 1, 2031/ }).focus())
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(screen.getByRole('button', { name: /^Tuesday, December 9, 2031/ })).toHaveFocus()
  await user.keyboard('{ArrowUp}{ArrowUp}')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Tuesday, November 25, 2031/ })).toHaveFocus(),
  )
  expect(router.state.location.search).toContain('2031-11')
  await user.keyboard('{PageDown}{PageDown}')
  expect(await screen.findByRole('grid', { name: 'January 2032' }, patience)).toBeVisible()
  await user.keyboard('t')
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

const drag = (link: HTMLElement, target: HTMLElement) => {
  const dataTransfer = { setData: () => {}, effectAllowed: '', dropEffect: '' }
  fireEvent.dragStart(link, { dataTransfer })
  fireEvent.dragOver(target, { dataTransfer })
  fireEvent.drop(target, { dataTransfer })
}

test('a date dropped on another day is saved with the version that is shown, and can be taken back', async () => {
  const { user, calls } = open({
    answer: ({ method }) => (method === 'PATCH' ? { body: { pid: 'P1', version: 4 } } : undefined),
  })
  const link = await screen.findByRole('link', { name: /Warehouse/ }, patience)
  drag(link, await dayCell(/^Thursday, December 11, 2031/))
  await user.click(await screen.findByRole('button', { name: 'Undo' }, patience))
  expect(await screen.findByText('Warehouse: Due is Dec 10, 2031 again')).toBeVisible()
  expect(calls.map(({ apiPath, method, body }) => [apiPath, method, body])).toEqual([
    ['permits/P1', 'PATCH', { version: 3, targetDate: '2031-12-11' }],
    ['permits/P1', 'PATCH', { version: 4, targetDate: '2031-12-10' }],
  ])
})

test('a date with a time keeps its time of day on another day', async () => {
  const { calls } = open({
    entries: [entry({ collection: 'tasks', field: 'followUpAt', at: '2031-12-10T15:30:00.000Z' })],
    answer: ({ method }) => (method === 'PATCH' ? { body: { pid: 'P1', version: 4 } } : undefined),
  })
  const link = await screen.findByRole('link', { name: /Follow-up date/ }, patience)
  drag(link, await dayCell(/^Thursday, December 11, 2031/))
  await waitFor(() => expect(calls[0]?.body).toEqual({ version: 3, followUpAt: '2031-12-11T15:30:00.000Z' }))
})

test('a record that someone else changed meanwhile keeps their change, and the page says so', async () => {
  open({
    answer: ({ method }) =>
      method === 'PATCH' ? { refusal: 'version-conflict', detail: 'Anna changed this record.' } : undefined,
  })
  const link = await screen.findByRole('link', { name: /Warehouse/ }, patience)
  drag(link, await dayCell(/^Thursday, December 11, 2031/))
  expect(await screen.findByText('Warehouse: Due was not changed')).toBeVisible()
  expect(screen.getByText('Anna changed this record.')).toBeVisible()
  expect(within(await dayCell(/^Wednesday, December 10, 2031/)).getByRole('link')).toBeVisible()
})

test('a date that the viewer may not change cannot be dragged', async () => {
  open({ entries: [entry({ mayMove: false })] })
  expect(await screen.findByRole('link', { name: /Warehouse/ }, patience)).toHaveAttribute(
    'draggable',
    'false',
  )
})

test('a full day says how many dates it has, and opens the list of the day', async () => {
  const entries = Array.from({ length: 6 }, (_, index) =>
    entry({ id: `P${index}`, title: `Permit ${index}` }),
  )
  const { user, router } = open({ entries, more: 5 })
  const more = await screen.findByRole('button', { name: '8 more on Wednesday, December 10, 2031' }, patience)
  await user.click(more)
  const list = await screen.findByRole('list', { name: 'Wednesday, December 10, 2031' }, patience)
  expect(within(list).getAllByRole('link', { name: / Due · PM-/ })).toHaveLength(6)
  expect(within(list).getByRole('link', { name: '5 more: Processing permits' })).toHaveAttribute(
    'href',
    expect.stringContaining('2031-12-10'),
  )
  expect(router.state.location.search).toContain('layout=agenda')
})

test('a phone shows the agenda, and no choice of layouts', async () => {
  open({ width: 390 })
  expect(await screen.findByRole('heading', { name: 'Wednesday, December 10, 2031' }, patience)).toBeVisible()
  expect(screen.queryByRole('group', { name: 'Layout' })).toBeNull()
})

test('a month without dates says so, and offers all dates when it is narrowed', async () => {
  const { user, router } = open({ entries: [], at: 'month=2031-12&mine=true' })
  expect(await screen.findByText(/^No dates from Nov 30, 2031 to Jan 3, 2032/, {}, patience)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all dates' }))
  expect(router.state.location.search).toBe('?month=2031-12')
})

test('a calendar that cannot be loaded says why and tries again', async () => {
  let fails = true
  const { user } = open({
    answer: ({ apiPath }) =>
      apiPath === 'calendar' && fails ? { refusal: 'unavailable', detail: 'Too busy.' } : undefined,
  })
  expect(await screen.findByText('Calendar could not be loaded', {}, patience)).toBeVisible()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /Warehouse/ }, patience)).toBeVisible()
})

test('a client is not asked for “mine”', async () => {
  open({ as: 'client' })
  await december()
  expect(screen.queryByRole('button', { name: 'Mine' })).toBeNull()
})

test('an address for other programs is created for the view, shown once, listed and revoked', async () => {
  const feeds: object[] = []
  const bodies: unknown[] = []
  const url = 'https://portal.example/api/calendar/feeds/secret.ics'
  server.use(
    http.get('*/api/calendar/feeds', () => HttpResponse.json({ feeds })),
    http.post('*/api/calendar/feeds', async ({ request }) => {
      bodies.push(await request.json())
      const view = { pid: 'V1', name: 'My permits', collection: 'permits' }
      feeds.push({ id: 'F1', view, isBroken: false, createdAt: '2026-11-20T12:00:00.000Z', lastUsedAt: null })
      return HttpResponse.json({ id: 'F1', url }, { status: 201 })
    }),
    http.delete('*/api/calendar/feeds/F1', () => {
      feeds.pop()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = open({ at: 'month=2031-12&view=V1' })
  await december()
  await user.click(screen.getByRole('button', { name: 'Subscribe' }))
  const dialog = await screen.findByRole('dialog', { name: 'Subscribe to this calendar' }, patience)
  expect(await within(dialog).findByText('You have no addresses yet.')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Create address' }))
  expect(await within(dialog).findByRole('textbox', { name: 'Calendar address' })).toHaveValue(url)
  expect(bodies).toEqual([{ view: 'V1' }])
  await user.click(await within(dialog).findByRole('button', { name: /^Revoke My permits/ }))
  expect(await within(dialog).findByText('You have no addresses yet.')).toBeVisible()
})
