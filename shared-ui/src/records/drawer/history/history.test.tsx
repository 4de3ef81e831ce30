import { screen, waitFor, within } from '@testing-library/react'
import type { CrudCall } from '@portal/contract'
import { openRecordTab, permit } from '../../../test-support/record-tabs.tsx'

/** A record with these changes, the newest first. */
const withHistory =
  (...changes: object[]) =>
  ({ apiPath }: CrudCall) =>
    apiPath.endsWith('/history')
      ? { body: { changes, metadata: { count: changes.length, page: 1, pageSize: 50 } } }
      : undefined

const history = [
  {
    at: '2026-11-20T10:00:00.000Z',
    by: { pid: '01ANNA', title: 'Anna Berg' },
    action: 'update',
    changes: [{ field: 'title', from: 'Shed', to: 'Warehouse' }],
  },
  {
    at: '2026-11-19T10:00:00.000Z',
    by: null,
    action: 'transition',
    changes: [{ field: 'status', from: 'NEW', to: 'UNDER_REVIEW' }],
  },
  {
    at: '2026-11-18T10:00:00.000Z',
    by: { pid: '01BEN', title: 'Ben Cole' },
    action: 'create',
    changes: [{ field: 'title', from: null, to: 'Shed' }],
  },
]

test('history reads as sentences with old and new side by side; a value is restored into the form (look.md 4)', async () => {
  const { user, panel } = openRecordTab('History', withHistory(...history))
  const tab = await panel()
  const changed = (await within(tab).findByText('Anna Berg changed Title')).closest('li')
  expect(changed).toHaveTextContent('BeforeShedAfterWarehouse')
  expect(within(tab).getByText('System changed the status').closest('li')).toHaveTextContent(
    'BeforeNewAfterUnder review',
  )
  expect(within(tab).queryByRole('button', { name: 'Restore Status' })).not.toBeInTheDocument()
  await user.click(within(tab).getByRole('button', { name: 'Restore Title' }))
  expect(await screen.findByText('1 field changed: Title')).toBeInTheDocument()
})

test('a step shows the status it changed and why, not what follows from it', async () => {
  const by = { pid: 'U1', title: 'Ann Reed' }
  const changes = [
    { field: 'status', from: 'NEW', to: 'WITHDRAWN' },
    { field: 'bucket', from: 'processing', to: 'processed' },
    { field: 'reason', from: null, to: 'They sold the house' },
  ]
  const entry = { at: '2026-11-20T10:00:00.000Z', by, action: 'transition', changes }
  const { panel } = openRecordTab('History', withHistory(entry))
  const tab = within(await panel())
  const item = (await tab.findByText('They sold the house')).closest('li')
  expect(item).toHaveTextContent('BeforeNewAfterWithdrawn')
  expect(item).not.toHaveTextContent('processed')
})

test('history tells of a condition, which is no field, in the words it has (domain.md 3)', async () => {
  const change = { field: 'condition', from: 'Insurance is current. OPEN', to: 'Insurance is current. MET' }
  const entry = {
    at: '2026-11-20T10:00:00.000Z',
    by: { pid: 'U1', title: 'Ann Reed' },
    action: 'update',
    changes: [change],
  }
  const { panel } = openRecordTab('History', withHistory(entry))
  const item = (await within(await panel()).findByText('Ann Reed changed Condition')).closest('li')
  expect(item).toHaveTextContent('BeforeInsurance is current. OPENAfterInsurance is current. MET')
})

test('history names the people of a list, and puts them back by their identifiers', async () => {
  const [ben, kim] = [
    { pid: '01BEN', title: 'Ben Cole' },
    { pid: '01KIM', title: 'Kim Reed' },
  ]
  const entry = {
    at: '2026-11-20T10:00:00.000Z',
    by: ben,
    action: 'update',
    changes: [{ field: 'collaborators', from: [kim], to: [ben, kim] }],
  }
  const { user, panel, sent } = openRecordTab('History', (call) =>
    call.method === 'PATCH' ? { body: { ...permit, version: 4 } } : withHistory(entry)(call),
  )
  const item = (await within(await panel()).findByText('Ben Cole changed Collaborators')).closest('li')
  expect(item).toHaveTextContent('BeforeKim ReedAfterBen Cole, Kim Reed')
  await user.click(screen.getByRole('button', { name: 'Restore Collaborators' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ collaborators: ['01KIM'], version: 3 }]),
  )
})

test('history is narrowed to a field or a person', async () => {
  const { user, panel } = openRecordTab('History', withHistory(...history))
  const tab = await panel()
  await user.selectOptions(await within(tab).findByRole('combobox', { name: 'Field' }), 'Status')
  expect(within(tab).getAllByRole('listitem')).toHaveLength(1)
  await user.selectOptions(within(tab).getByRole('combobox', { name: 'Field' }), 'All fields')
  await user.selectOptions(within(tab).getByRole('combobox', { name: 'Person' }), 'Ben Cole')
  expect(within(tab).getByRole('listitem')).toHaveTextContent('Ben Cole created the record')
})
