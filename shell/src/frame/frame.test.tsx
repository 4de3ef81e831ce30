import { act, screen, waitFor } from '@testing-library/react'
import { personAs } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../test-support/portal.tsx'

test('the frame stores color mode and folded menu, and shows each toast once for three seconds', async () => {
  startServer({ user: personAs('client') })
  const { portal, user } = openPortal('/tasks')

  // A hidden menu entry is not a guard. The page map decides, and here it leaves the page open.
  expect(await screen.findByText('The room of records at /tasks?page=1')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Tasks' })).toBeNull()

  // Only administrators see the settings.
  await user.click(screen.getByRole('button', { name: 'Account' }))
  expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Settings' })).toBeNull()
  expect(screen.getByText(/^Client\b/)).toBeVisible()
  await user.keyboard('{Escape}')

  // Color mode: initially system, stored in local storage.
  expect(document.documentElement).toHaveAttribute('data-colour-scheme', 'light')
  await user.click(await screen.findByRole('button', { name: 'Colour mode' }))
  expect(await screen.findByRole('menuitemradio', { name: 'System' })).toBeChecked()
  await user.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(document.documentElement).toHaveAttribute('data-colour-scheme', 'dark')
  expect(localStorage.getItem('portal.colour-mode')).toBe('dark')

  // When folded, the entries keep their accessible names.
  await user.click(await screen.findByRole('button', { name: 'Collapse menu' }))
  expect(screen.getByRole('button', { name: 'Expand menu' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Processing permits' })).toBeInTheDocument()
  expect(localStorage.getItem('portal.menu-folded')).toBe('yes')

  // Toasts: a duplicate is not added; each one disappears after three seconds.
  const shownAt = Date.now()
  act(() => {
    portal.shell.toast({ title: 'Record added successfully', id: '1800000000000' })
    portal.shell.toast({ title: 'Record added successfully', id: '1800000000000' })
  })
  expect(await screen.findAllByText('Record added successfully')).toHaveLength(1)
  await waitFor(() => expect(screen.queryByText('Record added successfully')).toBeNull(), { timeout: 5000 })
  expect(Date.now() - shownAt).toBeGreaterThan(2900)
}, 60_000)
