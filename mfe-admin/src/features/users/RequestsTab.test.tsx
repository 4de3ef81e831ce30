import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { ada, peopleServer, refused, request } from '../../test-support/people-server.ts'
import type { PeopleSide } from '../../test-support/people-server.ts'
import { routes } from '../../routes.tsx'

function open(
  side: Partial<PeopleSide>,
  at = '/users?show=requests&page=1',
  as: 'admin' | 'superadmin' = 'admin',
) {
  const people = peopleServer(side)
  server.use(...people.handlers)
  return { ...renderRoutes(routes, at, { as, heading: 'Users' }), side: people.side }
}
const ana = request('R1', { name: 'Ana Lima', email: 'ana@lima.example', organization: 'Lima Builders' })
const requests = () => screen.findByRole('list', { name: 'Requests' })

test('access requests show email address, organization and passkey; their number describes the tab (contract.md 9)', async () => {
  open({ requests: [ana, request('R2', { hasProof: false })] })
  const rows = within(await requests()).getAllByRole('listitem')
  expect(rows[0]).toHaveTextContent(
    /Ana Lima.*Has a passkey.*ana@lima\.example · address verified · Lima Builders · requested Nov 20, 2026/,
  )
  expect(rows[1]).toHaveTextContent('No passkey yet')
  expect(screen.getByRole('tab', { name: 'Requests' })).toHaveAccessibleDescription('2 waiting')
})

test('S-26: a request says whether its address is verified; Approve says why it is refused', async () => {
  const sentence = 'ana@lima.example is not verified yet. The person must open the link sent to this address.'
  const { user } = open({
    requests: [{ ...ana, address: 'not-verified' }, request('R2', { address: 'mail-not-set-up' })],
    instead: {
      'POST /api/auth/requests/R1/approve': () =>
        refused('transition-refused', sentence, { unmet: [sentence] }),
    },
  })
  const [first, second] = within(await requests()).getAllByRole('listitem')
  expect(first).toHaveTextContent('Address not verified')
  expect(second).toHaveTextContent('not verified (mail is not set up)')
  const [approve] = within(await requests()).getAllByRole('button', { name: 'Approve' })
  if (approve !== undefined) await user.click(approve)
  const dialog = await screen.findByRole('dialog', { name: 'Approve Ana Lima' })
  await user.click(within(dialog).getByRole('combobox', { name: /Role/ }))
  await user.click(await screen.findByRole('option', { name: /^Team/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  expect(await within(dialog).findByText(sentence)).toBeVisible()
})

test('a request is approved with a role, and leaves the list', async () => {
  const { user, side } = open({ requests: [ana] })
  await user.click(within(await requests()).getByRole('button', { name: 'Approve' }))
  const dialog = await screen.findByRole('dialog', { name: 'Approve Ana Lima' })
  expect(dialog).toHaveTextContent('Organization entered at sign-up: “Lima Builders”.')
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  expect(within(dialog).getByText('Choose a role')).toBeVisible()
  await user.click(within(dialog).getByRole('combobox', { name: /Role/ }))
  await user.click(await screen.findByRole('option', { name: /^Team/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('No open requests')).toBeVisible()
  expect(side.calls).toContain('POST /api/auth/requests/R1/approve {"role":"team"}')
  expect(screen.getByText('Approved Ana Lima')).toBeVisible()
})

test('approving a client requires an organization, which the dialog asks for', async () => {
  const { user, side } = open({ requests: [ana] })
  await user.click(within(await requests()).getByRole('button', { name: 'Approve' }))
  const dialog = await screen.findByRole('dialog', { name: 'Approve Ana Lima' })
  await user.click(within(dialog).getByRole('combobox', { name: /Role/ }))
  await user.click(await screen.findByRole('option', { name: /^Client/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  expect(within(dialog).getByText(/Choose an organization for this client/)).toBeVisible()
  await user.click(await within(dialog).findByRole('combobox', { name: 'Organization' }))
  await user.click(await screen.findByRole('option', { name: /Acme Builders/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(side.calls).toContain('POST /api/auth/requests/R1/approve {"role":"client","org":"01ORG"}'),
  )
})

test('an administrator reads that only a superadmin can appoint administrators (domain.md 5)', async () => {
  const { user } = open({ requests: [ana] })
  await user.click(within(await requests()).getByRole('button', { name: 'Approve' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('combobox', { name: /Role/ }))
  for (const name of [/^Superadmin/, /^Admin/]) {
    const option = await screen.findByRole('option', { name })
    expect(option).toHaveAttribute('aria-disabled', 'true')
    expect(option).toHaveTextContent('Superadmins only')
  }
})

test('a superadmin can assign every role', async () => {
  const { user } = open({ requests: [ana] }, undefined, 'superadmin')
  await user.click(within(await requests()).getByRole('button', { name: 'Approve' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('combobox', { name: /Role/ }))
  for (const option of await screen.findAllByRole('option'))
    expect(option).not.toHaveAttribute('aria-disabled')
})

test('an address in use is shown with its user, before and after the server refuses', async () => {
  const sentence = 'Somebody has this address already.'
  const { user, router } = open({
    requests: [{ ...ana, clash: { pid: ada.pid, title: ada.name } }],
    instead: { 'POST /api/auth/requests/R1/approve': () => refused('duplicate', sentence) },
  })
  const list = await requests()
  await user.click(within(list).getByRole('button', { name: 'Approve' }))
  const dialog = await screen.findByRole('dialog', { name: 'Approve Ana Lima' })
  await user.click(within(dialog).getByRole('combobox', { name: /Role/ }))
  await user.click(await screen.findByRole('option', { name: /^Team/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(sentence)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(within(await requests()).getByRole('link', { name: 'Ada Marlow' }))
  expect(new URLSearchParams(router.state.location.search).get('record')).toBe(ada.pid)
})

test('a request is rejected with a reason, which is listed with the rejected ones', async () => {
  const { user, router } = open({ requests: [ana] })
  await user.click(within(await requests()).getByRole('button', { name: 'Reject' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reject Ana Lima' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason (optional)' }), 'Nobody knows them')
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }))
  expect(await screen.findByText('No open requests')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Rejected' }))
  expect(await screen.findByText(/reason: Nobody knows them/)).toBeVisible()
  expect(router.state.location.search).toBe('?show=requests&state=REJECTED&page=1')
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('the page shows that requests are loading; after a failure Try again loads them', async () => {
  const response = Promise.withResolvers<Response>()
  const { user, side } = open({
    requests: [ana],
    instead: { 'GET /api/auth/requests': () => response.promise },
  })
  expect(await screen.findByRole('status', { name: 'Loading: Requests' })).toBeInTheDocument()
  response.resolve(refused('internal-error', 'Something broke.'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Requests could not be loadedSomething broke.')
  side.instead = {}
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await requests()).toHaveTextContent('Ana Lima')
})

test('an invalid answer is reported as an error and breaks nothing', async () => {
  open({ instead: { 'GET /api/auth/requests': () => HttpResponse.json({ requests: [{ pid: 7 }] }) } })
  expect(await screen.findByRole('alert')).toHaveTextContent('Unexpected response from the server')
  expect(screen.getByRole('tab', { name: 'Audit' })).toBeVisible()
})
