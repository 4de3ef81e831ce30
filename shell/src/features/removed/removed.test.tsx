import { act, screen, waitFor, within } from '@testing-library/react'
import { personAs } from '@portal/shared-ui/test-support'
import { refreshRegistry } from '../../federation/refresh-registry.ts'
import { address, openPortal, startServer } from '../../test-support/portal.tsx'

test('an open page of a removed module says so and stays until it is left; its address explains, until it is restored', async () => {
  const side = startServer({ user: personAs('admin') })
  const { portal, user } = openPortal('/tasks')
  expect(await screen.findByText('The room of records at /tasks?page=1')).toBeVisible()
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  act(() => portal.shell.reportUnsaved(true))

  const all = side.remotes
  side.remotes = all.filter(({ name }) => name !== 'records')
  side.removed = [
    {
      name: 'records',
      label: 'Tasks',
      paths: ['/tasks', '/tasks/{pid}'],
      removedAt: '2026-11-20T10:00:00.000Z',
    },
  ]
  await act(() => refreshRegistry(portal.store))
  expect(
    await screen.findByText(
      'Tasks was removed from the portal. This page stays until you leave it. Save or copy what you need.',
    ),
  ).toBeVisible()
  expect(screen.getByText('The room of records at /tasks?page=1')).toBeVisible()
  await waitFor(() => expect(menu.queryByRole('link', { name: 'Tasks' })).toBeNull())

  // Leaving asks for unsaved work, as always; then the page is gone.
  await user.click(screen.getByRole('link', { name: 'Processing permits' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('The room of permits at /permits/processing?page=1')).toBeVisible()
  expect(screen.queryByText(/was removed/)).toBeNull()
  act(() => portal.shell.navigate('/tasks'))
  expect(await screen.findByText(/^Tasks was removed from the portal on Nov 20, 2026/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Modules' })).toHaveAttribute('href', '/settings?tab=modules')
  expect(screen.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  expect(address()).toBe('/tasks')

  side.remotes = all
  side.removed = []
  await act(() => refreshRegistry(portal.store))
  expect(await screen.findByText(/^The room of records at \/tasks/)).toBeVisible()
  expect(await menu.findByRole('link', { name: 'Tasks' })).toBeVisible()
}, 60_000)
