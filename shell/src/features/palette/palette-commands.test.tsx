import { screen, waitFor, within } from '@testing-library/react'
import type { PanelDeclaration } from '@portal/contract'
import { personAs } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../../test-support/portal.tsx'
import { remoteEntry, twoRemotes } from '../../test-support/remotes.ts'

const command = (id: string, label: string, more: Partial<PanelDeclaration> = {}): PanelDeclaration => ({
  slot: 'palette.command',
  collections: [],
  id,
  label,
  order: 1,
  expose: `./${id}`,
  ...more,
})

test('commands of remotes are found by their label; one that cannot be loaded says so', async () => {
  const ports = {
    ...remoteEntry('ports', []),
    slots: [command('berth', 'Reserve a berth'), command('admins', 'Reserve a harbor', { roles: ['admin'] })],
  }
  startServer({ user: personAs('team'), remotes: [...twoRemotes(), ports] })
  const { user } = openPortal('/permits/processing?page=1')
  await screen.findByText('The room of permits at /permits/processing?page=1')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'rese')
  const options = () =>
    within(screen.getByRole('listbox', { name: 'Results' }))
      .getAllByRole('option')
      .map((option) => option.textContent)
  await waitFor(() => expect(options()).toEqual(['Reserve a berth']))
  await user.keyboard('{Enter}')
  // The remotes of these tests have pages only.
  expect(await screen.findByText('Reserve a berth: this did not work')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}, 60_000)
