import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { ConditionStep } from '@portal/contract'
import type { Condition, CrudCall, Role } from '@portal/contract'
import { openTab, server } from '@portal/shared-ui/test-support'
import { mountInto } from '../../panels/conditions.ts'
import { routes } from '../../routes.tsx'

const pid = '01J00000000000000000000ORG'
const path = `orgs/${pid}/conditions`
const org = { pid, version: 1, legalName: 'Acme Builders', status: 'ACTIVE' }
const agreement: Condition = {
  pid: 'CONDITION',
  version: 1,
  code: 'SERVICE_AGREEMENT_SIGNED',
  text: 'Service agreement signed.',
  kind: 'PRIOR_TO_SUBMIT',
  severity: 'HOLD',
  status: 'OPEN',
  dueDate: null,
  evidence: null,
  reason: null,
  settledAt: null,
  settledBy: null,
  organization: { pid, title: 'Acme Builders' },
}
const met: Condition = {
  ...agreement,
  status: 'MET',
  settledAt: '2026-02-03T10:00:00.000Z',
  settledBy: { pid: 'U', title: 'Ada' },
}
const library = [
  { code: 'ACCOUNT_SETTLED', text: 'Account paid in full.', kind: 'PRIOR_TO_ISSUE', severity: 'REQUIRED' },
]

/** The tab with a server that stores changes of the condition. */
function open(conditions: Condition[] | 'unreachable', as: Role = 'admin') {
  let kept = conditions
  const result = ({ apiPath, method, body }: CrudCall) => {
    if (!apiPath.startsWith(path)) return undefined
    if (kept === 'unreachable') return kept
    if (method === 'PATCH')
      kept = kept.map((each) => ({ ...each, ...ConditionStep.parse(body), reason: null, evidence: 'FILE' }))
    return { body: { conditions: kept, library } }
  }
  return openTab({
    routes,
    collection: 'orgs',
    heading: 'Organizations',
    label: 'Conditions',
    mountInto,
    record: org,
    as,
    answer: result,
  })
}

test('an administrator proves an organization’s condition with a file and reopens it, keeping the focus (domain.md 3 and 4)', async () => {
  const { drawer, user, sent } = await open([agreement])
  const before = within(await drawer.findByRole('region', { name: 'Before submittal' }))
  expect(before.getByText('Service agreement signed.')).toBeVisible()
  expect(drawer.queryByRole('region', { name: 'Client conditions' })).toBeNull()
  expect(drawer.getByRole('tab', { name: 'Conditions' })).toHaveAccessibleDescription('1')
  const file = {
    pid: 'FILE',
    name: 'Agreement.pdf',
    parentId: `orgs/${pid}`,
    root: `orgs/${pid}`,
    size: 9,
    mimeType: 'application/pdf',
  }
  const records = [
    {
      ...file,
      status: 'done',
      updatedAt: '2026-02-01T10:00:00.000Z',
      updatedBy: null,
      visibility: 'INTERNAL',
      org: null,
    },
  ]
  server.use(
    http.get('*/api/aws/listFiles', () =>
      HttpResponse.json({ success: true, records, message: '', root: file.root, path: [] }),
    ),
  )
  await user.click(drawer.getByRole('button', { name: 'Mark as met: Service agreement signed.' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark as met' }, { timeout: 15_000 }))
  await user.click(dialog.getByRole('combobox', { name: 'Evidence' }))
  await user.click(await screen.findByRole('option', { name: 'Agreement.pdf' }))
  expect(
    dialog.getByText('Choose from the files of this organization. To add files, use the Files tab.'),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Mark as met' }))
  expect(await drawer.findByRole('link', { name: 'Evidence: Agreement.pdf' })).toHaveAttribute(
    'href',
    expect.stringContaining('FILE'),
  )
  await user.click(drawer.getByRole('button', { name: 'Reopen: Service agreement signed.' }))
  const again = await drawer.findByRole('button', { name: 'Mark as met: Service agreement signed.' })
  await waitFor(() => expect(again).toHaveFocus())
  expect(sent('PATCH')).toEqual([
    [`${path}/CONDITION`, { status: 'MET', evidence: 'FILE' }],
    [`${path}/CONDITION`, { status: 'OPEN' }],
  ])
})

test('an organization without conditions says what they apply to; one is added from its library', async () => {
  const { drawer, user, sent } = await open([])
  expect(
    await drawer.findByText('Conditions added here apply to all of this client’s permits.'),
  ).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Add condition' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add condition' }, { timeout: 15_000 }))
  expect(dialog.getByText('Applies to all of this client’s permits.')).toBeVisible()
  expect(dialog.getByText('Prior to issuance · Required')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add: Account paid in full.' }))
  await waitFor(() => expect(sent('POST')).toEqual([[path, { code: 'ACCOUNT_SETTLED' }]]))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add condition' })).toBeNull())
})

test('a settled condition says when and by whom; conditions that fail to load can be retried (look.md 10)', async () => {
  const settled = await open([met])
  expect(await settled.drawer.findByText(/Met on Feb 3, 2026 by Ada/)).toBeVisible()
  expect(settled.drawer.getByText('All conditions met or waived')).toBeVisible()
  settled.unmount()
  const { drawer } = await open('unreachable')
  expect(
    await drawer.findByText('The conditions could not be loaded', undefined, { timeout: 15_000 }),
  ).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Try again' })).toBeVisible()
}, 30_000)
