import { screen, waitFor, within } from '@testing-library/react'
import { seedStatusMap } from '@portal/contract'
import { renderRoutes } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'
import { startStatusMap } from '../../test-support/status-map-server.ts'

const refusal = 'Two offices publish at the same time.'
const none = { note: null, revertedTo: null, moved: 0, changes: [], at: null, by: null }
const keys = seedStatusMap.map(({ key }) => key)
const draft = {
  statuses: [...seedStatusMap],
  remap: {},
  updatedAt: '2026-11-20T09:00:00.000Z',
  updatedBy: null,
  changes: [],
  affected: [],
}

async function open() {
  const side = startStatusMap({
    version: 4,
    published: 1,
    draft,
    versions: [
      { ...none, number: 1, keys },
      { ...none, number: 0, keys },
    ],
  })
  const { user } = renderRoutes(routes, '/settings/permit-status-map', { as: 'superadmin' })
  /** By text: queries by role take seconds with this many buttons. */
  const press = async (name: string) => user.click(await screen.findByText(name, { selector: 'button' }))
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
  const leave = async (asked: Awaited<ReturnType<typeof dialog>>) => {
    await user.click(asked.getByText('Cancel'))
    await vanished()
  }
  return { side, user, press, dialog, leave }
}
const vanished = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('why a publication was refused is not shown again when its dialog, or another one, opens', async () => {
  const { side, user, press, dialog, leave } = await open()
  side.refusal = refusal
  await press('Publish')
  const asked = await dialog('Publish this map?')
  await user.click(asked.getByText('Publish', { selector: 'button' }))
  expect(await asked.findByRole('alert')).toHaveTextContent(refusal)
  await leave(asked)

  await press('Publish')
  const again = await dialog('Publish this map?')
  expect(again.queryByRole('alert')).toBeNull()
  await leave(again)

  await user.click(screen.getByLabelText('Restore version 0'))
  const other = await dialog('Restore version 0?')
  expect(other.queryByRole('alert')).toBeNull()
  await user.click(other.getByText('Restore this map', { selector: 'button' }))
  expect(await other.findByRole('alert')).toHaveTextContent(refusal)
})

test('a draft that could not be discarded says so at once, and in no dialog', async () => {
  const { side, press, dialog } = await open()
  side.refusal = refusal
  await press('Discard draft')
  expect(await screen.findByText(refusal)).toBeVisible()
  await press('Publish')
  expect((await dialog('Publish this map?')).queryByText(refusal)).toBeNull()
})

test('a draft that someone else has published meanwhile ends the dialog and is named', async () => {
  const { side, user, press, dialog } = await open()
  await press('Publish')
  const asked = await dialog('Publish this map?')
  side.settings = { ...side.settings, version: 5, published: 2, draft: null }
  await user.click(asked.getByText('Publish', { selector: 'button' }))
  expect(await screen.findByText('Someone else changed the map.')).toBeVisible()
  await vanished()
})

test('a map that someone else has published meanwhile is named in the dialog that restores one', async () => {
  const { side, user, dialog } = await open()
  await user.click(await screen.findByLabelText('Restore version 0'))
  const asked = await dialog('Restore version 0?')
  side.settings = { ...side.settings, version: 5, published: 2 }
  await user.click(asked.getByText('Restore this map', { selector: 'button' }))
  expect(await asked.findByRole('alert')).toHaveTextContent('Someone else changed the map.')
  await user.click(asked.getByText('Restore this map', { selector: 'button' }))
  await vanished()
})

test('a publication that someone else was ahead of leaves nothing behind for what is edited next', async () => {
  const { side, user, press, dialog, leave } = await open()
  await screen.findByText('Publish', { selector: 'button' })
  side.settings = { ...side.settings, version: 5 }
  await press('Publish')
  const asked = await dialog('Publish this map?')
  await user.click(asked.getByText('Publish', { selector: 'button' }))
  expect(await asked.findByRole('alert')).toHaveTextContent('Someone else changed the map.')
  await leave(asked)
  await user.click(screen.getByLabelText('Edit Closed'))
  const status = await dialog('Status Closed')
  const label = status.getByLabelText(/^Label/)
  await user.clear(label)
  await user.type(label, 'Archived')
  await user.click(status.getByText('Apply'))
  expect(await screen.findByText('Save draft', { selector: 'button' })).toBeVisible()
  expect(screen.queryByText('Someone else changed the map.')).toBeNull()
})
