import { act, screen, waitFor } from '@testing-library/react'
import { expectConsole, personAs } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../test-support/portal.tsx'
import { documentOverrides } from '../test-support/document-overrides.ts'
import { remoteEntry, twoRemotes } from '../test-support/remotes.ts'
import { refreshRegistry } from './refresh-registry.ts'

test('a build that does not match the registry is refused and reported, and the previous version runs instead', async () => {
  expectConsole(/The part "records" failed/)
  const [permits, records] = twoRemotes()
  if (permits === undefined || records === undefined) throw new Error('two remotes are needed')
  const { integrity, manifestIntegrity } = records
  const previous = {
    version: '0.9.0-9f8e7d6c',
    entry: '/remotes/records/0.9.0-9f8e7d6c/remoteEntry.js',
    integrity,
    contract: '^1.0.0',
  }
  const flipped = `sha384-${'A'.repeat(64)}`
  const side = startServer({
    user: personAs('admin'),
    remotes: [permits, { ...records, previous, manifestIntegrity: flipped }],
  })
  const { portal, user } = openPortal('/tasks')

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The manifest of the part "records" is not the one its hash was made from.',
  )
  expect(screen.getByText('Module records, version 1.0.0-0a1b2c3d, owner: Test team')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Use previous version' }))
  expect(await screen.findByText('The room of records at /tasks?page=1')).toBeVisible()
  await waitFor(() => expect(side.loads).toHaveLength(2), { timeout: 8_000 })
  expect(side.loads[0]).toMatchObject({
    remote: 'records',
    version: '1.0.0-0a1b2c3d',
    outcome: 'failed',
    phase: 'manifest',
    path: '/tasks',
  })
  expect(side.loads[1]).toMatchObject({ remote: 'records', version: '0.9.0-9f8e7d6c', outcome: 'loaded' })
  expect(Object.keys(Object(Reflect.get(Object(side.loads[1]), 'phases')))).toEqual([
    'resolve',
    'manifest',
    'entry',
    'mount',
  ])

  // A release is offered over the open page, waits while work is unsaved, and is applied without a reload.
  side.remotes = [permits, remoteEntry('records', records.manifest.routes, '1.1.0-5b6c7d8e')]
  act(() => portal.shell.reportUnsaved(true))
  await act(() => refreshRegistry(portal.store))
  expect(screen.queryByText('A new version of Tasks is ready.')).toBeNull()
  act(() => portal.shell.reportUnsaved(false))
  expect(await screen.findByText('A new version of Tasks is ready.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Update now' }))
  await waitFor(() => expect(screen.queryByText('A new version of Tasks is ready.')).toBeNull())
  expect(await screen.findByText('The room of records at /tasks?page=1')).toBeVisible()
  expect(manifestIntegrity).not.toBe(flipped)

  // While an override is active, a release of the portal is not offered.
  side.remotes = [permits, remoteEntry('records', records.manifest.routes, '1.2.0-8f9e0a1b')]
  documentOverrides(`allowed|${Date.now() + 3_600_000}|records@http://localhost:4581`)
  await act(() => refreshRegistry(portal.store))
  expect(screen.queryByText('A new version of Tasks is ready.')).toBeNull()
  documentOverrides(null)

  // A release of a remote that is not on screen is used when it is next opened, without asking.
  side.remotes = [remoteEntry('permits', permits.manifest.routes, '1.1.0-6c7d8e9f'), ...side.remotes.slice(1)]
  await act(() => refreshRegistry(portal.store))
  await user.click(screen.getByRole('link', { name: 'Processing permits' }))
  expect(await screen.findByText('The room of permits at /permits/processing?page=1')).toBeVisible()
  expect(screen.queryByText(/A new version/)).toBeNull()
}, 60_000)
