import { screen, within } from '@testing-library/react'
import type { ClientCard, Role } from '@portal/contract'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const pid = '01J00000000000000000000ORG'
const card: ClientCard = {
  pid,
  title: 'Acme Builders',
  fields: {
    legalName: 'Acme Builders',
    status: 'ACTIVE',
    phone: '(512) 555-0199',
    email: 'office@acme.example',
    city: 'Austin',
    workersCompExpiry: '2020-11-01',
    licenceExpiry: '2099-01-01',
  },
  accountManager: { pid: 'U', title: 'Nadia Okonjo' },
  openPermits: 1,
  files: [
    {
      pid: 'F1',
      name: 'Plan.pdf',
      size: 2_048,
      updatedAt: '2026-01-02T10:00:00.000Z',
      permit: { pid: 'P1', title: 'Garage' },
    },
  ],
}
const permit = {
  pid: 'P1',
  version: 1,
  refNo: 'PM-2026-000007',
  title: 'Garage',
  status: 'NEW',
  targetDate: '2026-12-24',
}

function open(as: Role, answered: 'found' | 'gone' = 'found') {
  server.use(
    crudHandler(({ apiPath }) => {
      const page = (field: string, records: object[]) => ({
        body: { [field]: records, metadata: { count: records.length, page: 1, pageSize: 10 } },
      })
      if (apiPath === `clients/${pid}`) return answered === 'gone' ? { refusal: 'not-found' } : { body: card }
      if (apiPath === 'permits') return page('permits', [permit])
      if (apiPath === 'processed') return page('permits', [])
      if (apiPath === 'tasks' || apiPath === 'ctasks') return page('tasks', [])
      return apiPath === 'contacts' ? page('contacts', []) : undefined
    }),
  )
  return renderRoutes(routes, `/clients/${pid}`, { as })
}

test('team sees a client’s phone and email as links, expired insurance, permits, files and the account manager', async () => {
  const { told } = open('team')
  expect(
    await screen.findByRole('link', { name: 'Call (512) 555-0199' }, { timeout: 15_000 }),
  ).toHaveAttribute('href', 'tel:5125550199')
  expect(screen.getByRole('button', { name: 'office@acme.example' })).toBeVisible()
  const insurance = within(screen.getByRole('region', { name: 'Licenses and insurance' }))
  expect(insurance.getAllByText('Expired')).toHaveLength(1)
  expect(screen.getByText('Nadia Okonjo')).toBeVisible()
  const permits = within(screen.getByRole('region', { name: 'Open permits' }))
  expect(await permits.findByRole('link', { name: 'Garage' })).toHaveAttribute(
    'href',
    '/permits/processing/P1',
  )
  expect(permits.getByText('PM-2026-000007')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Download Plan.pdf' })).toBeVisible()
  expect(await screen.findByText('No contacts yet.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Open organization' })).toBeNull()
  expect(told.title).toBe('Acme Builders')
})

test('a client reads that the page is for staff; a deleted client is reported', async () => {
  const { unmount } = open('client')
  expect(await screen.findByText('You don’t have access', undefined, { timeout: 15_000 })).toBeVisible()
  unmount()
  open('team', 'gone')
  expect(await screen.findByText('Client not found', undefined, { timeout: 15_000 })).toBeVisible()
})
