import { fireEvent, screen, within } from '@testing-library/react'
import { openRecordTab, permit } from '../../../test-support/record-tabs.tsx'

const at = '2026-11-18T10:00:00.000Z'
const by = { pid: '01BEN', title: 'Ben Cole' }
const history = {
  changes: [
    {
      at: '2026-11-20T10:00:00.000Z',
      by,
      action: 'update',
      changes: [{ field: 'title', from: 'Shed', to: 'Warehouse' }],
    },
    { at, by, action: 'create', changes: [{ field: 'title', from: null, to: 'Shed' }] },
  ],
  metadata: { count: 2, page: 1, pageSize: 50 },
}

async function openHistory(then: object | null) {
  const asked: unknown[] = []
  const { user } = openRecordTab('History', ({ apiPath, query }) => {
    if (apiPath.endsWith('/history')) return { body: history }
    if (apiPath !== `permits/${permit.pid}` || query?.['asOf'] === undefined) return undefined
    asked.push(query['asOf'])
    return then === null
      ? { status: 404, body: { type: 'not-found', title: 'Not found', status: 404, detail: 'None' } }
      : { body: then }
  })
  const tab = within(await screen.findByRole('tabpanel', undefined, { timeout: 15_000 }))
  await tab.findByText('Ben Cole changed Title', undefined, { timeout: 15_000 })
  return { user, tab, asked }
}

const then = {
  ...permit,
  title: 'Shed',
  issuedDate: null,
  version: 1,
  asOf: at,
  changedSince: ['title', 'issuedDate'],
}

test('a line of the history shows the record as it was then, read-only, and marks what changed since', async () => {
  const { user, tab, asked } = await openHistory(then)
  const [, first] = tab.getAllByRole('button', { name: /^Show as of/ })
  if (first === undefined) throw new Error('no line')
  await user.click(first)
  expect(await tab.findByText(/^Read-only, as of Nov 18, 2026/)).toBeVisible()
  expect(asked).toEqual([at])
  const title = (await tab.findByText('Shed')).closest('div[class]')?.parentElement?.parentElement
  expect(title).toHaveTextContent('TitleChanged sinceShed')
  expect(tab.getAllByText('Changed since')).toHaveLength(2)
  expect(tab.getByText('2 fields changed since.')).toBeVisible()
  expect(tab.getByText('Austin')).toBeVisible()
  expect(tab.queryByRole('button', { name: /^Edit/ })).toBeNull()
  await user.click(tab.getByRole('button', { name: 'Back to history' }))
  expect(await tab.findByText('Ben Cole created the record')).toBeVisible()
})

test('a time is typed; one before the record existed says so', async () => {
  const { user, tab } = await openHistory(null)
  fireEvent.change(tab.getByLabelText('Show as of'), { target: { value: '2026-01-02T10:30' } })
  await user.click(tab.getByRole('button', { name: 'Show' }))
  expect(await tab.findByText(/^This record did not exist at that time/)).toBeVisible()
})
