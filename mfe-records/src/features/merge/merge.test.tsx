import { screen, within } from '@testing-library/react'
import type { MergePreview } from '@portal/contract'
import { openTab, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { mountInto } from '../../panels/merge.ts'
import { routes } from '../../routes.tsx'

const pid = '01J00000000000000000000ORG'
const other = { pid: '01J0000000000000000000OTHER', title: 'Acme Group' }
const org = { pid, version: 1, legalName: 'Acme Building', orgNo: 'ORG-2026-000001', status: 'ACTIVE' }
const plan: MergePreview = {
  losing: { pid, title: org.legalName, number: org.orgNo },
  surviving: { ...other, number: 'ORG-2026-000002' },
  moves: [
    { part: 'permits', count: 1_200 },
    { part: 'users', count: 2 },
    { part: 'files', count: 0 },
  ],
  fields: [
    { field: 'city', losing: 'Austin', surviving: 'Waco', choice: 'surviving' },
    { field: 'emailDomains', losing: ['a.example'], surviving: ['b.example'], choice: 'both' },
  ],
  sameContacts: 2,
  sameCertificates: 1,
  blockers: [],
}

const open = (record: object, preview: MergePreview = plan, made: object = {}) => {
  server.use(
    http.get('/api/jobs/:id', () =>
      HttpResponse.json({ id: 'job', kind: 'merge-orgs', state: 'done', done: 1, total: 1, result: null }),
    ),
  )
  return openTab({
    routes,
    collection: 'orgs',
    heading: 'Organizations',
    label: 'Pipeline',
    mountInto,
    record: { ...org, ...record },
    as: 'admin',
    answer: ({ apiPath, method }) => {
      if (apiPath === 'orgs/lookup')
        return {
          body: {
            options: [
              { pid, title: org.legalName, hint: '' },
              { ...other, hint: 'Waco' },
            ],
          },
        }
      if (!apiPath.startsWith(`orgs/${pid}/merge`)) return undefined
      if (method === 'POST') return { status: 202, body: { job: { id: 'job' } } }
      return { body: 'mergedInto' in record ? made : preview }
    },
  })
}

async function chooseOther({ user, drawer }: Awaited<ReturnType<typeof open>>) {
  await user.click(await drawer.findByRole('button', { name: 'Merge…' }, { timeout: 15_000 }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Merge Acme Building into another organization' }),
  )
  await user.type(await dialog.findByRole('combobox', { name: 'Surviving organization' }), 'Acme')
  const option = await screen.findByRole('option', { name: /Acme Group/ })
  expect(screen.getAllByRole('option')).toEqual([option])
  await user.click(option)
  return dialog
}

test('an administrator sees what a merge moves, chooses values, and merges', async () => {
  const opened = await open({})
  const dialog = await chooseOther(opened)
  const moves = within(await dialog.findByRole('region', { name: 'What moves' }))
  expect(moves.getByText('Permits').nextSibling).toHaveTextContent('1,200')
  expect(moves.queryByText('Files')).toBeNull()
  expect(moves.getByText(/^1 certificate is asked of both/)).toBeVisible()
  expect(moves.getByText(/People of Acme Building are signed out/)).toBeVisible()
  const city = within(dialog.getByRole('radiogroup', { name: 'City' }))
  expect(city.getByRole('radio', { name: /Waco/ })).toBeChecked()
  await opened.user.click(city.getByRole('radio', { name: /Austin/ }))
  expect(
    within(dialog.getByRole('radiogroup', { name: 'Email domains' })).getByRole('radio', { name: /Both/ }),
  ).toBeChecked()
  await opened.user.click(dialog.getByRole('button', { name: 'Merge' }))
  expect(await screen.findByText('Acme Building was merged into Acme Group')).toBeVisible()
  expect(opened.sent('POST')).toEqual([
    [`orgs/${pid}/merge`, { into: other.pid, fields: { city: 'losing' } }],
  ])
}, 30_000)

test('what blocks a merge is named, and the merge is not sent', async () => {
  const blockers = ['Both organizations have a contact with jo@a.example.']
  const opened = await open({}, { ...plan, blockers })
  const dialog = await chooseOther(opened)
  expect(await dialog.findByText(blockers[0] ?? '')).toBeVisible()
  await opened.user.click(dialog.getByRole('button', { name: 'Merge' }))
  expect(opened.sent('POST')).toEqual([])
}, 30_000)

const made = {
  into: { ...other, number: 'ORG-2026-000002' },
  mergedAt: '2026-11-02T15:00:00.000Z',
  by: { pid: '01ADMIN', title: 'Ann Admin' },
  state: 'done',
  blockers: [],
}

test('the fields of a merged organization are locked', async () => {
  const { user, drawer } = await open({ mergedInto: other }, plan, made)
  await user.click(await drawer.findByRole('tab', { name: 'Details' }))
  expect(await drawer.findByText('This record was merged into another one. Fields are locked.')).toBeVisible()
  expect(drawer.queryByRole('button', { name: /^Edit / })).toBeNull()
}, 30_000)

test('a merged organization leads to the surviving one, and its merge is undone', async () => {
  const opened = await open({ mergedInto: other }, plan, made)
  expect(await opened.drawer.findByRole('link', { name: 'Acme Group' }, { timeout: 15_000 })).toHaveAttribute(
    'href',
    expect.stringContaining(other.pid),
  )
  await opened.user.click(opened.drawer.getByRole('button', { name: 'Undo merge…' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Undo the merge of Acme Building into Acme Group?' }),
  )
  expect(dialog.getByText(/merged by Ann Admin/)).toBeVisible()
  await opened.user.click(dialog.getByRole('button', { name: 'Undo merge' }))
  expect(await screen.findByText('The merge of Acme Building was undone')).toBeVisible()
  expect(opened.sent('POST')).toEqual([[`orgs/${pid}/merge/undo`, undefined]])
}, 30_000)

test('a merge that can no longer be undone says why', async () => {
  const blockers = ['PY-2026-000009 was recorded after the merge.']
  const opened = await open({ mergedInto: other }, plan, { ...made, blockers })
  await opened.user.click(
    await opened.drawer.findByRole('button', { name: 'Undo merge…' }, { timeout: 15_000 }),
  )
  expect(await screen.findByText(blockers[0] ?? '')).toBeVisible()
  await opened.user.click(screen.getByRole('button', { name: 'Undo merge' }))
  expect(opened.sent('POST')).toEqual([])
}, 30_000)
