import { screen } from '@testing-library/react'
import { renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { ada, peopleServer } from '../../test-support/people-server.ts'
import { routes } from '../../routes.tsx'

function open(at: string) {
  setWidth(1600)
  server.use(...peopleServer().handlers)
  return renderRoutes(routes, at, { as: 'admin', heading: 'Users' })
}

test('users are listed, and the open one is in the address as ?record= (contract.md 9)', async () => {
  const { user, router } = open('/users?page=1')
  // The table is loaded with its first page.
  await user.click(await screen.findByText('ada@portal.example', {}, { timeout: 10_000 }))
  expect(await screen.findByRole('dialog', { name: 'Ada Marlow' })).toBeInTheDocument()
  expect(new URLSearchParams(router.state.location.search).get('record')).toBe(ada.pid)
})

test.each([
  ['/users?page=1', 'People', 'searchbox', 'Search'],
  ['/users?show=requests&page=1', 'Requests', 'link', 'Open'],
  ['/users?show=invitations&page=1', 'Invitations', 'button', 'Invite a person'],
  ['/users?show=audit&page=1', 'Audit', 'combobox', 'Person'],
  ['/users?show=nonsense', 'People', 'searchbox', 'Search'],
])('%s opens on %s', async (at, name, role, thing) => {
  open(at)
  expect(await screen.findByRole(role, { name: thing }, { timeout: 10_000 })).toBeInTheDocument()
  expect(screen.getByRole('tab', { selected: true })).toHaveAccessibleName(name)
  expect(screen.getByRole('tabpanel', { name })).toBeInTheDocument()
})

test('a clicked tab is in the address', async () => {
  const { user, router } = open('/users?show=audit&page=1')
  await user.click(screen.getByRole('tab', { name: 'Invitations' }))
  expect(router.state.location.search).toBe('?show=invitations&page=1')
  expect(await screen.findByText('No pending invitations')).toBeVisible()
})
