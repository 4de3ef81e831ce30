import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall, Role } from '@portal/contract'
import { RecordPage } from '../page/RecordPage.lazy.tsx'
import { askToDelete } from '../../test-support/ask-to-delete.ts'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import type { CrudResponse } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'

const routes = [
  {
    path: '/payments/:pid?',
    element: <RecordPage collection={collections.payments} label="Payments" path="/payments" />,
  },
]

const payment = {
  pid: '01PAYMENT00000000000000001',
  version: 3,
  refNo: 'PY-2026-000001',
  kind: 'FEE',
  status: 'DUE',
  org: { pid: '01ORG', title: 'Acme Builders' },
  permit: null,
  feeCode: 'PLAN_REVIEW',
  description: 'Review of plans',
  amount: 12_550,
  payerEmail: null,
  dueDate: '2026-03-12',
}
const other = { ...payment, pid: '01PAYMENT00000000000000002', refNo: 'PY-2026-000002' }

type Answer = (call: CrudCall) => CrudResponse | undefined

function openPayment(
  result: Answer = () => undefined,
  { as = 'team', at = '' }: { as?: Role; at?: string } = {},
) {
  setWidth(1600)
  sessionStorage.clear()
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      if (call.method !== 'GET') sent.push(call)
      const answered = result(call)
      if (answered !== undefined) return answered
      if (call.apiPath === 'payments')
        return { body: { payments: [payment, other], metadata: { count: 2, page: 1, pageSize: 50 } } }
      if (call.apiPath === 'views') return { body: { views: [] } }
      if (call.apiPath === `payments/${payment.pid}` && call.method === 'GET') return { body: payment }
      return call.apiPath === `payments/${other.pid}` && call.method === 'GET' ? { body: other } : undefined
    }),
  )
  const rendered = renderRoutes(routes, `/payments/${payment.pid}${at}`, { as })
  const details = () => screen.findByRole('tabpanel', { name: 'Details' })
  const edit = async (value: RegExp, label: string) => {
    await rendered.user.click(await within(await details()).findByRole('button', { name: value }))
    return screen.findByLabelText(label, { selector: 'input, select, textarea' })
  }
  return { ...rendered, sent, details, edit }
}

const isPatch = ({ method, apiPath }: CrudCall) => method === 'PATCH' && apiPath === `payments/${payment.pid}`

test('a value is edited in place; Save sends the changes with the version and confirms (specification.md 8)', async () => {
  const { user, sent, edit, told } = openPayment((call) =>
    isPatch(call)
      ? { body: { ...payment, version: 4, description: 'Second review', amount: 20_000 } }
      : undefined,
  )
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  const description = await edit(/^Description/, 'Description')
  expect(description).toHaveAttribute('autocomplete', 'off')
  await user.clear(description)
  await user.type(description, 'Second review')
  const amount = await edit(/^Amount/, 'Amount')
  await user.clear(amount)
  await user.type(amount, '200{Enter}')
  expect(await screen.findByText('2 fields changed: Description, Amount')).toBeInTheDocument()
  expect(told.unsaved).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Record updated successfully.')).toBeInTheDocument()
  expect(sent.map(({ body }) => body)).toEqual([{ description: 'Second review', amount: 20_000, version: 3 }])
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  expect(told.unsaved).toBe(false)
})

test('invalid input is reported beside the field and in the footer before it is sent', async () => {
  const { user, sent, edit } = openPayment()
  const email = await edit(/^Payer email/, 'Payer email')
  await user.type(email, 'nobody')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '1 field needs attention. Payer email is not an email address.',
  )
  expect(sent).toEqual([])
})

test('a refused save keeps the text, gives the reason, and marks the refused field (specification.md 8)', async () => {
  const { user, edit } = openPayment((call) =>
    isPatch(call) ? { refusal: 'forbidden', detail: 'Not while it is audited.' } : undefined,
  )
  await user.type(await edit(/^Description/, 'Description'), ' twice')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const log = screen.getByRole('log')
  expect(await within(log).findByText('Failed to update record')).toBeInTheDocument()
  expect(log).toHaveTextContent('Not while it is audited.')
  expect(screen.getByRole('button', { name: /Review of plans twice/ })).toBeInTheDocument()
})

test('a network failure during a save is reported, loses nothing, and can be retried with one click', async () => {
  let isDown = true
  const { user, edit } = openPayment((call) => {
    if (!isPatch(call)) return undefined
    return isDown ? 'unreachable' : { body: { ...payment, version: 4, description: 'Review of plans twice' } }
  })
  await user.type(await edit(/^Description/, 'Description'), ' twice')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Not saved. Your changes are kept. No connection',
  )
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Record updated successfully.')).toBeInTheDocument()
})

test('a stale save shows both versions by field, and each choice of mine or theirs is kept', async () => {
  const current = {
    ...payment,
    version: 5,
    description: 'Theirs',
    dueDate: '2026-05-01',
    payerEmail: 'new@acme.example',
  }
  const { user, sent, edit } = openPayment((call) => {
    if (!isPatch(call)) return undefined
    const version =
      typeof call.body === 'object' && call.body !== null ? Reflect.get(call.body, 'version') : 0
    return version === 5
      ? { body: { ...current, version: 6 } }
      : {
          status: 409,
          body: {
            type: 'version-conflict',
            title: 'Stale',
            status: 409,
            detail: 'This record was changed by someone else.',
            instance: '1',
            current,
          },
        }
  })
  await user.type(await edit(/^Description/, 'Description'), ' twice')
  const amount = await edit(/^Amount/, 'Amount')
  await user.clear(amount)
  await user.type(amount, '1')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'This record was changed by someone else' })
  expect(within(dialog).getByRole('row', { name: /^Description/ })).toHaveTextContent('Review of plans twice')
  expect(within(dialog).getByRole('row', { name: /^Description/ })).toHaveTextContent('Theirs')
  expect(within(dialog).getByRole('row', { name: /^Due date/ })).toHaveTextContent('May 1, 2026')
  await user.click(within(dialog).getByRole('radio', { name: 'Use their change: Description' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Record updated successfully.')).toBeInTheDocument()
  expect(sent.at(-1)?.body).toEqual({ amount: 100, version: 5 })
})

test.each([
  ['Close', 'click'],
  ['Next record', 'click'],
  ['Escape', 'key'],
])('%s asks before unsaved text is lost; Stay keeps it', async (name, how) => {
  const { user, edit, router } = openPayment()
  await user.type(await edit(/^Description/, 'Description'), ' twice{Enter}')
  if (how === 'click') await user.click(screen.getByRole('button', { name }))
  else await user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await user.click(within(question).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(router.state.location.pathname).toBe(`/payments/${payment.pid}`)
  expect(screen.getByRole('button', { name: /Review of plans twice/ })).toBeInTheDocument()
})

test('Leave discards the unsaved text and continues', async () => {
  const { user, edit, router } = openPayment()
  await user.type(await edit(/^Description/, 'Description'), ' twice')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/payments'))
  expect(sessionStorage).toHaveLength(0)
})

test('unsaved text is restored after the page crashed', async () => {
  const first = openPayment()
  await first.user.type(await first.edit(/^Description/, 'Description'), ' twice')
  first.unmount()
  renderRoutes(routes, `/payments/${payment.pid}`, { as: 'team' })
  expect(await screen.findByRole('button', { name: /Review of plans twice/ })).toBeInTheDocument()
  expect(screen.getByText('1 field changed: Description')).toBeInTheDocument()
})

test('choosing a linked record fills the configured field (specification.md 3)', async () => {
  const permit = {
    pid: '01PERMIT',
    version: 1,
    title: 'Warehouse',
    org: { pid: '01OTHER', title: 'Other Builders' },
  }
  const { user, edit } = openPayment(({ apiPath }) => {
    if (apiPath === 'permits/lookup')
      return { body: { options: [{ pid: '01PERMIT', title: 'Warehouse', hint: 'PM-2026-000009' }] } }
    return apiPath === 'permits/01PERMIT' ? { body: permit } : undefined
  })
  const picker = await edit(/^Permit/, 'Permit')
  await user.type(picker, 'ware')
  await user.click(await screen.findByRole('option', { name: /Warehouse/ }))
  expect(await screen.findByText('Other Builders')).toBeInTheDocument()
  expect(screen.getByText('2 fields changed: Permit, Client')).toBeInTheDocument()
})

test('a client can read the fields and edit none', async () => {
  const { details } = openPayment(() => undefined, { as: 'client' })
  const panel = await details()
  expect(within(panel).getByText('Review of plans')).toBeInTheDocument()
  expect(within(panel).queryByRole('button')).not.toBeInTheDocument()
})

test('digits open tabs and j goes to the next record, but not inside an input (look.md 9)', async () => {
  const { user, router, edit } = openPayment()
  const description = await edit(/^Description/, 'Description')
  await user.type(description, 'j{Escape}')
  expect(router.state.location.pathname).toBe(`/payments/${payment.pid}`)
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  screen.getByRole('dialog', { name: 'PY-2026-000001' }).focus()
  await user.keyboard('j')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/payments/${other.pid}`))
})

test('a deleted record disappears from the drawer, and a toast names it (specification.md 8)', async () => {
  const { user, sent, router } = openPayment(
    ({ method }) => (method === 'DELETE' ? { body: { deleted: 1, failed: [] } } : undefined),
    {
      as: 'admin',
    },
  )
  await user.click(await askToDelete(user))
  expect(await screen.findByText('Record Deleted!')).toBeInTheDocument()
  expect(screen.getByText('"PY-2026-000001" has been removed from your records.')).toBeInTheDocument()
  expect(sent).toMatchObject([{ method: 'DELETE', apiPath: `payments/${payment.pid}` }])
  await waitFor(() => expect(router.state.location.pathname).toBe('/payments'))
})

test('a user who may not delete can print the record and has no delete entry', async () => {
  const { details, user } = openPayment()
  await details()
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  expect(await screen.findByRole('menuitem', { name: 'Print' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument()
})
