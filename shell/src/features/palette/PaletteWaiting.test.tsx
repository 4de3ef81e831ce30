import { screen, waitFor, within } from '@testing-library/react'
import { personAs } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../../test-support/portal.tsx'

test('text typed before the palette has loaded is kept, and closing the palette restores the focus', async () => {
  startServer({ user: personAs('team') })
  const { user } = openPortal('/permits/processing?page=1')
  await screen.findByText('The room of permits at /permits/processing?page=1')
  const account = screen.getByRole('button', { name: 'Account' })
  account.focus()
  await user.keyboard('{Control>}k{/Control}sign')
  const box = await screen.findByRole('combobox', { name: 'Go to a page, a record or an action' })
  expect(box).toHaveValue('sign')
  await user.keyboard(' out')
  expect(box).toHaveValue('sign out')
  expect(within(screen.getByRole('listbox', { name: 'Results' })).getAllByRole('option')).toHaveLength(1)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(account).toHaveFocus())
}, 60_000)
