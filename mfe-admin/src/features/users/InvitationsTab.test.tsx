import { screen, waitFor, within } from '@testing-library/react'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { invited, peopleServer, refused } from '../../test-support/people-server.ts'
import type { PeopleSide } from '../../test-support/people-server.ts'
import { routes } from '../../routes.tsx'

function open(side: Partial<PeopleSide>) {
  const people = peopleServer(side)
  server.use(...people.handlers)
  return {
    ...renderRoutes(routes, '/users?show=invitations&page=1', { as: 'admin', heading: 'Users' }),
    side: people.side,
  }
}
const invitations = () => screen.findByRole('list', { name: 'Invitations' })
const rowOf = async (name: string) => {
  const rows = within(await invitations()).getAllByRole('listitem')
  const row = rows.find((row) => row.textContent.includes(name))
  if (row === undefined) throw new Error(`There is no row of ${name}`)
  return within(row)
}

test('a user is invited, and the link is shown once with its expiration', async () => {
  const { user, side } = open({
    onCrud: (call) =>
      call.method === 'POST' && call.apiPath === 'users'
        ? { body: { pid: '01NEW' }, status: 201 }
        : undefined,
  })
  await user.click(await screen.findByRole('button', { name: 'Invite a person' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite a person' })
  await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
  expect(within(dialog).getByText('Enter a name')).toBeVisible()
  expect(within(dialog).getByText('Enter an email address')).toBeVisible()
  await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Ben Ode')
  await user.type(within(dialog).getByRole('textbox', { name: /Email/ }), 'ben@ode.example')
  await user.click(within(dialog).getByRole('combobox', { name: /Role/ }))
  await user.click(await screen.findByRole('option', { name: /^Team/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Invite' }))

  const handed = await screen.findByRole('dialog', { name: 'Invitation for Ben Ode' })
  expect(within(handed).getByRole('textbox', { name: 'Link' })).toHaveValue(
    'http://localhost/sign-up#link=once',
  )
  expect(handed).toHaveTextContent(/works once and expires Nov 28, 2026/)
  expect(side.calls).toContain('POST users {"name":"Ben Ode","email":"ben@ode.example","role":"team"}')
  const written = jest.spyOn(navigator.clipboard, 'writeText')
  await user.click(within(handed).getByRole('button', { name: 'Copy link' }))
  expect(await within(handed).findByText('Copied')).toBeVisible()
  expect(written).toHaveBeenCalledWith('http://localhost/sign-up#link=once')
  await user.click(within(handed).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByDisplayValue(/link=once/)).toBeNull())
})

test('inviting a user who already has an account shows where to find it, and keeps the input', async () => {
  const { user } = open({
    onCrud: ({ method }) =>
      method === 'POST'
        ? { refusal: 'duplicate', detail: 'A record with this email already exists.' }
        : undefined,
  })
  await user.click(await screen.findByRole('button', { name: 'Invite a person' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite a person' })
  await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Ben Ode')
  await user.type(within(dialog).getByRole('textbox', { name: /Email/ }), 'ben@ode.example')
  await user.click(within(dialog).getByRole('combobox', { name: /Role/ }))
  await user.click(await screen.findByRole('option', { name: /^Team/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'ben@ode.example already belongs to an account. Open it under People',
  )
  expect(within(dialog).getByRole('textbox', { name: /Name/ })).toHaveValue('Ben Ode')
})

test('each row shows whether its link is valid, its expiration and actions; accounts of higher roles have none', async () => {
  const past = {
    createdAt: '2026-01-01T09:00:00.000Z',
    createdBy: null,
    expiresAt: '2026-01-08T09:00:00.000Z',
  }
  open({
    links: [
      invited('Open'),
      invited('Late', { link: past }),
      invited('None', { link: null }),
      invited('Lost', { kind: 'enrolment' }),
      invited('Top', { role: 'superadmin' }),
    ],
  })
  const words = async (name: string) =>
    (await rowOf(name)).getAllByRole('button').map((button) => button.textContent)
  expect((await rowOf('Open')).getByText('Invitation pending')).toBeVisible()
  expect(await words('Open')).toEqual(['Revoke link', 'New link'])
  expect((await rowOf('Late')).getByText('Expired')).toBeVisible()
  expect((await rowOf('Late')).getByText(/created Jan 1, 2026, .* by unknown/)).toBeVisible()
  expect((await rowOf('Late')).getByText(/expired Jan 8, 2026/)).toBeVisible()
  expect(await words('Late')).toEqual(['New link'])
  expect((await rowOf('None')).getByText('No link')).toBeVisible()
  expect((await rowOf('Lost')).getByText('Enrollment link active')).toBeVisible()
  expect((await rowOf('Top')).queryByRole('button')).toBeNull()
})

test('a link is withdrawn after a confirmation; a new one is created immediately', async () => {
  const { user, side } = open({ links: [invited('Ida')] })
  await user.click((await rowOf('Ida')).getByRole('button', { name: 'Revoke link' }))
  const question = await screen.findByRole('alertdialog', { name: 'Revoke the link of Ida?' })
  await user.click(within(question).getByRole('button', { name: 'Revoke link' }))
  await waitFor(async () => expect((await rowOf('Ida')).getByText('No link')).toBeVisible())
  expect(side.calls).toContain('DELETE /api/auth/users/pid-Ida/link')
  await user.click((await rowOf('Ida')).getByRole('button', { name: 'New link' }))
  expect(await screen.findByRole('dialog', { name: 'Invitation for Ida' })).toBeVisible()
})

test('a link that could not be created is reported, and nothing else changes', async () => {
  const { user } = open({
    links: [invited('Ida', { link: null })],
    instead: {
      'POST /api/auth/users/pid-Ida/link': () =>
        refused('transition-refused', 'This account is disabled. Enable it first.'),
    },
  })
  await user.click((await rowOf('Ida')).getByRole('button', { name: 'New link' }))
  expect(await screen.findByText('This account is disabled. Enable it first.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without invitations the page says what to do; a failure offers Try again', async () => {
  const { user, side } = open({
    instead: { 'GET /api/auth/links': () => refused('unavailable', 'The database is away.') },
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away.')
  side.instead = {}
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No pending invitations')).toBeVisible()
})
