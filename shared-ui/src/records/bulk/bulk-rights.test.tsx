import { screen, waitFor, within } from '@testing-library/react'
import { collectionNames, collections, seedMap } from '@portal/contract'
import type { CollectionName, CrudCall, OrgRole, Role } from '@portal/contract'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'
import { isBarred } from './bulk-rights.ts'
import type { BulkKind } from './bulk-rights.ts'
import { listedAs } from './listed-as.ts'
import { statusTargets } from './status-targets.ts'

const kinds: readonly BulkKind[] = ['update', 'step', 'delete']
const openTo = (role: Role, orgRole: OrgRole = 'ORG_ADMIN') =>
  Object.fromEntries(
    collectionNames.map((name) => [
      name,
      kinds
        .filter(
          (kind) => !isBarred(kind, collections[name], { pid: 'ME', role, org: 'ORG', orgRole }, seedMap),
        )
        .join(),
    ]),
  )

test('the bulk actions of a role follow the declarations of each collection (domain.md 5)', () => {
  expect(openTo('client')).toEqual({
    alerts: 'update',
    users: '',
    tasks: '',
    ctasks: 'step',
    permits: 'update,step,delete',
    payments: '',
    notifications: '',
    orgs: '',
    rts: '',
    contacts: '',
    authorities: '',
    // Clients may change their drafts only, and a decided permit is never a draft.
    processed: '',
  })
  expect(openTo('team')).toMatchObject({
    tasks: 'update,step',
    ctasks: 'update,step',
    rts: 'update,step',
    payments: 'update,step',
    orgs: '',
  })
  expect(openTo('admin')).toMatchObject({
    tasks: 'update,step,delete',
    rts: 'update,step,delete',
    orgs: 'update,step,delete',
  })
})

test('S-13: a VIEWER bulk-changes nothing of the organization, a MEMBER no status of permits', () => {
  expect(openTo('client', 'VIEWER')).toMatchObject({
    alerts: 'update',
    ctasks: '',
    permits: '',
    processed: '',
  })
  expect(openTo('client', 'MEMBER')).toMatchObject({
    alerts: 'update',
    ctasks: 'step',
    permits: 'update,delete',
    processed: '',
  })
})

test('bulk status changes of client tasks follow the client-task machine, not the office task machine', () => {
  expect(
    statusTargets(collections.ctasks, { role: 'client', orgRole: 'MEMBER' }, seedMap).map(({ to }) => to),
  ).toEqual(['IN_PROGRESS', 'SUBMITTED'])
})

test('bulk status changes of permits offer only transitions from a status of their list (domain.md 2)', () => {
  const become = (name: CollectionName, role: Role) =>
    statusTargets(collections[name], { role, orgRole: 'ORG_ADMIN' }, seedMap).map(({ to }) => to)
  expect(become('processed', 'client')).toEqual([])
  expect(become('permits', 'client')).toEqual(['NEW', 'WITHDRAWN'])
  expect(become('processed', 'team')).not.toContain('IN_PREPARATION')
  expect(become('processed', 'team')).toContain('CLOSED')
  expect(become('permits', 'admin')).not.toContain('REVOKED')
  const searched = statusTargets(
    listedAs(collections.permits, { scope: 'all' }),
    { role: 'admin' },
    seedMap,
  ).map(({ to }) => to)
  expect(searched).toEqual(expect.arrayContaining(['IN_PREPARATION', 'CLOSED', 'REVOKED']))
})

async function open(name: CollectionName, as: Role) {
  setWidth(1600)
  const calls: CrudCall[] = []
  const record = {
    pid: 'ONE',
    version: 1,
    refNo: 'RT-2026-000001',
    title: 'Number one',
    status: 'COLLECTING',
  }
  server.use(
    crudHandler((call) => {
      calls.push(call)
      if (call.apiPath === 'views') return { body: { views: [] } }
      const { responseField } = collections[name]
      return call.apiPath === name
        ? { body: { [responseField]: [record], metadata: { count: 1, page: 1, pageSize: 50 } } }
        : undefined
    }),
  )
  const routes = [
    {
      path: '/records/:pid?',
      element: <RecordPage collection={collections[name]} label="Records" path="/records" />,
    },
  ]
  const page = renderRoutes(routes, '/records?page=1', { as, heading: 'Records' })
  const grid = within(await screen.findByRole('grid', { name: 'Records' }))
  const row = (await grid.findByText('RT-2026-000001')).closest('[role=row]')
  if (!(row instanceof HTMLElement)) throw new Error('The record has no row')
  return { ...page, row: within(row), calls }
}

test('a client sees no bulk button for actions on packages that only the office may take', async () => {
  await open('rts', 'client')
  expect(screen.getByRole('button', { name: 'Filter' })).toBeVisible()
  for (const name of ['Update selected', 'Change status…', 'Delete selected'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('above decided permits, a client sees no bulk button and the office sees all (contract.md 9)', async () => {
  await open('processed', 'client')
  expect(screen.getByRole('button', { name: 'Filter' })).toBeVisible()
  for (const name of ['Update selected', 'Change status…', 'Delete selected'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('for team, bulk deletion is disabled and says before a click that administrators delete (contract.md 9)', async () => {
  const { user, row, calls } = await open('rts', 'team')
  await user.click(row.getByRole('checkbox'))
  const button = screen.getByRole('button', { name: 'Delete selected' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAttribute('aria-description', 'Administrators only.')
  expect(button).toHaveAttribute('title', 'Administrators only.')
  await user.click(button)
  expect(screen.queryByText('Failed to delete records')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Update selected' }))
  expect(await screen.findByRole('dialog', { name: 'Update 1 record' })).toBeVisible()
  await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(false))
})

test('selecting a record scrolls the bulk buttons into view', async () => {
  const seen: Element[] = []
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function note(this: Element) {
    seen.push(this)
  })
  const { user, row } = await open('rts', 'admin')
  const button = screen.getByRole('button', { name: 'Delete selected' })
  expect(seen.some((element) => element.contains(button))).toBe(false)
  await user.click(row.getByRole('checkbox'))
  expect(seen.filter((element) => element.contains(button))).toHaveLength(1)
})
