import { fireEvent, screen, within } from '@testing-library/react'
import { crudHandler, personAs, renderRoutes, server } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const org = personAs('client').org?.pid ?? ''

async function openPayments(as: 'client' | 'team') {
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === 'payments'
        ? { body: { payments: [], metadata: { count: 0, page: 1, pageSize: 50 } } }
        : undefined,
    ),
  )
  const rendered = renderRoutes(routes, '/payments', { as, heading: 'Payments' })
  await screen.findByRole('button', { name: 'Filter' }, { timeout: 15_000 })
  return rendered
}

test('a client downloads the statement of their organization, by default of the last month', async () => {
  const addresses: string[] = []
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    addresses.push(this.href)
  })
  const { user } = await openPayments('client')
  await user.click(await screen.findByRole('button', { name: 'Statement…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Statement of account' }))
  const from = await dialog.findByLabelText('From')
  expect(from).toHaveDisplayValue(/-01$/)
  fireEvent.change(from, { target: { value: '2026-03-10' } })
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2026-03-01' } })
  await user.click(dialog.getByRole('radio', { name: 'CSV' }))
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('the first one not after the second')
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2026-03-31' } })
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  expect(addresses.map((address) => new URL(address).pathname + new URL(address).search)).toEqual([
    `/api/orgs/${org}/statement?from=2026-03-10&to=2026-03-31&format=csv`,
  ])
  click.mockRestore()
})

test('staff have no statement of their own on the page of payments', async () => {
  await openPayments('team')
  expect(await screen.findByRole('button', { name: 'Record payment' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Statement…' })).toBeNull()
})
