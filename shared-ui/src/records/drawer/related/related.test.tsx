import { screen, waitFor, within } from '@testing-library/react'
import type { CrudCall } from '@portal/contract'
import { openRecordTab, permit } from '../../../test-support/record-tabs.tsx'

const related = [
  { relation: 'Permit', collection: 'tasks', pid: '01TASK', title: 'Call the city', status: 'OPEN' },
  { relation: 'Parent', collection: 'permits', pid: '01CHILD', title: 'Annex', status: 'NEW' },
]

/** A record with these related records. */
const withRelated =
  (records: object[]) =>
  ({ apiPath }: CrudCall) =>
    apiPath.endsWith('/related') ? { body: { related: records } } : undefined

test('mail about the record stands there by its subject, and a click opens the message (contract.md 10.6)', async () => {
  const mail = {
    relation: 'Mail',
    collection: 'mail',
    pid: 'MESSAGE',
    title: 'Fence plans',
    status: null,
    path: '/mail/MESSAGE?mailbox=a%40b.example',
  }
  const { user, panel, told } = openRecordTab('Related records', withRelated([mail]))
  const region = within(await within(await panel()).findByRole('region', { name: 'Mail' }))
  await user.click(region.getByRole('link', { name: 'Fence plans' }))
  expect(told.navigated).toEqual(['/mail/MESSAGE?mailbox=a%40b.example'])
})

test('related records stand by relation, and a click opens one', async () => {
  const { user, panel, told } = openRecordTab('Related records', withRelated(related))
  const group = await within(await panel()).findByRole('region', { name: 'Tasks' })
  expect(group).toHaveTextContent('Open')
  await user.click(within(group).getByRole('link', { name: 'Call the city' }))
  expect(told.navigated).toEqual(['/tasks/01TASK'])
})

test('relation shows what the record comes from and what came from it', async () => {
  const { panel } = openRecordTab('Relation', withRelated(related))
  const tab = await panel()
  expect(await within(tab).findByRole('link', { name: 'Campus' })).toHaveAttribute(
    'href',
    '/permits/processing/01PARENT',
  )
  expect(await within(tab).findByRole('link', { name: 'Annex' })).toBeInTheDocument()
  expect(within(tab).queryByText('Call the city')).not.toBeInTheDocument()
})

test('a permit is amended or renewed by a record of its own, and says why where it may not be (domain.md 4)', async () => {
  const following = [
    { kind: 'amend', allowed: true, whyNot: [] },
    { kind: 'renew', allowed: false, whyNot: ['This permit already has an open renewal.'] },
  ]
  const { user, panel, sent, told } = openRecordTab('Relation', ({ apiPath, method }) => {
    if (apiPath.endsWith('/related')) return { body: { related: [] } }
    if (method === 'POST') return { body: { pid: '01AMENDMENT' }, status: 201 }
    return apiPath.endsWith('/following') ? { body: { following } } : undefined
  })
  const region = within(await within(await panel()).findByRole('region', { name: 'Amend or renew' }))
  expect(region.getByText('Renew (not available)')).toBeVisible()
  expect(region.getByText('This permit already has an open renewal.')).toBeVisible()
  await user.click(region.getByRole('button', { name: 'Amend' }))
  const question = within(
    await screen.findByRole('dialog', { name: 'Amend this permit?' }, { timeout: 15_000 }),
  )
  expect(question.getByText(/^Creates a new permit/)).toBeVisible()
  expect(sent).toEqual([])
  await user.click(question.getByRole('button', { name: 'Amend' }))
  await waitFor(() => expect(told.navigated).toEqual(['/permits/processing/01AMENDMENT']))
  expect(sent.map(({ apiPath }) => apiPath)).toEqual([`permits/${permit.pid}/amend`])
})

test.each([
  ['staff find amendments and renewals in the menu of a processed permit', 'processed', 'team', true],
  ['a permit on its way is not amended', 'processing', 'team', false],
  ['a client does not begin an amendment', 'processed', 'client', false],
] as const)('%s', async (_what, bucket, as, isOffered) => {
  const result = ({ apiPath }: CrudCall) => {
    if (apiPath === `permits/${permit.pid}`) return { body: { ...permit, bucket } }
    if (apiPath.endsWith('/related')) return { body: { related: [] } }
    return apiPath.endsWith('/following')
      ? { body: { following: [{ kind: 'amend', allowed: true, whyNot: [] }] } }
      : undefined
  }
  const { user } = openRecordTab('Details', result, as)
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  const item = screen.queryByRole('menuitem', { name: 'Amend or renew' })
  expect(item !== null).toBe(isOffered)
  if (item === null) return
  await user.click(item)
  expect(await screen.findByRole('button', { name: 'Amend' }, { timeout: 15_000 })).toBeVisible()
})
