import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openTab } from '@portal/shared-ui/test-support'
import { mountInto } from '../../panels/certificates.ts'
import { routes } from '../../routes.tsx'

const pid = '01J00000000000000000000ORG'
const austin = { pid: '01J0000000000000000AUSTIN', title: 'City of Austin' }
const task = {
  pid: '01J00000000000000000000TSK',
  version: 1,
  refNo: 'TK-2026-000009',
  title: 'New certificate',
  status: 'SUBMITTED',
  certificate: 'liabilityExpiry',
  certificateDate: '2026-12-01',
}

const open = (more: object = {}) =>
  openTab({
    routes,
    collection: 'orgs',
    heading: 'Organizations',
    label: 'Documents',
    mountInto,
    record: {
      pid,
      version: 1,
      legalName: 'Acme Builders',
      status: 'ACTIVE',
      licenceExpiry: '2030-05-12',
      liabilityExpiry: '2026-12-01',
      ...more,
    },
    as: 'admin',
    answer: ({ apiPath }) => {
      if (apiPath === 'ctasks')
        return { body: { tasks: [task], metadata: { count: 1, page: 1, pageSize: 50 } } }
      if (apiPath === 'processed/groups')
        return { body: { groups: [{ key: { authority: austin }, count: 14, sums: {} }] } }
      if (apiPath === 'rts/groups')
        return { body: { groups: [{ key: { status: 'COLLECTING' }, count: 3, sums: {} }] } }
      if (apiPath.endsWith('/groups')) return { body: { groups: [] } }
      return apiPath.endsWith('/request') ? { status: 201, body: { pid: task.pid } } : undefined
    },
  })

test('an organization shows what depends on its licenses and insurance, and each number opens its list', async () => {
  const { drawer } = await open()
  const issued = within(await drawer.findByRole('region', { name: 'Issued permits by agency' }))
  const line = within(await issued.findByRole('listitem', { name: 'City of Austin: 14' }))
  const filter = encodeURIComponent(JSON.stringify({ org: pid, status: 'ISSUED', authority: austin.pid }))
  expect(line.getByRole('link', { name: '14' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/permits/processed?page=1&filter=${filter}`),
  )
  expect(await drawer.findByText('No permits under review.')).toBeVisible()
  const packages = within(await drawer.findByRole('region', { name: /^Packages not submitted/ }))
  expect(await packages.findByRole('link', { name: '3' })).toBeVisible()
})

test('an administrator asks for a certificate that is not asked for yet, and opens the task of one that is', async () => {
  const user = userEvent.setup()
  const { drawer, calls } = await open()
  expect(await drawer.findByRole('link', { name: 'TK-2026-000009' })).toBeVisible()
  expect(drawer.queryByRole('button', { name: 'Ask client: Liability insurance expiration' })).toBeNull()
  await user.click(drawer.getByRole('button', { name: 'Ask client: License expiration' }))
  expect(await screen.findByText('Client task created')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST').map(({ apiPath }) => apiPath)).toEqual([
    `orgs/${pid}/certificates/licenceExpiry/request`,
  ])
})

test('a closed organization is asked for nothing', async () => {
  const { drawer } = await open({ status: 'CLOSED' })
  expect(await drawer.findByRole('link', { name: 'TK-2026-000009' })).toBeVisible()
  expect(drawer.queryByRole('button', { name: /^Ask client/ })).toBeNull()
})
