import { act, screen, waitFor } from '@testing-library/react'
import { expectConsole, personAs } from '@portal/shared-ui/test-support'
import { address, openPortal, startServer } from '../test-support/portal.tsx'
import { remoteEntry } from '../test-support/remotes.ts'

test('a failing remote shows an explanation in its place, leaves the others working, and recovers without a reload', async () => {
  const side = startServer({ user: personAs('admin') })
  const { portal, runtime, user } = openPortal('/tasks')
  runtime.faults.set(
    'records',
    new Error('[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008'),
  )
  expectConsole(/The part "records" failed/)

  // The panel names the remote, its version and what the user can do.
  const trouble = await screen.findByRole('alert')
  expect(trouble).toHaveTextContent('Tasks is not available')
  expect(trouble).toHaveTextContent('Module records, version 1.0.0-0a1b2c3d')
  expect(screen.getByRole('button', { name: 'Copy details' })).toBeVisible()

  // The other remote works and does not show the panel.
  await user.click(screen.getByRole('link', { name: 'Processing permits' }))
  expect(await screen.findByText('The room of permits at /permits/processing?page=1')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()

  // Try again still fails; after a fixed release is deployed, Try again loads it.
  await user.click(screen.getByRole('link', { name: 'Tasks' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('alert')
  runtime.faults.delete('records')
  side.remotes = side.remotes.map((remote) =>
    remote.name === 'records' ? remoteEntry('records', remote.manifest.routes, '1.0.1-4e5f6a7b') : remote,
  )
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The room of records at /tasks?page=1')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(runtime.registered).toContain('mfe_records_4e5f6a7b')
  expect(new Set(runtime.registered).size).toBe(runtime.registered.length)

  // Leaving unsaved work asks first.
  act(() => portal.shell.reportUnsaved(true))
  await user.click(screen.getByRole('link', { name: 'Processing permits' }))
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(address()).toBe('/tasks?page=1')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(screen.getByRole('link', { name: 'Processing permits' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('The room of permits at /permits/processing?page=1')).toBeVisible()

  // An unknown address keeps the menu; a page closed to the role shows the reason.
  portal.shell.navigate('/nowhere')
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible()
}, 60_000)
