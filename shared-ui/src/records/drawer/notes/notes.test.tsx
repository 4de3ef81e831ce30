import { screen, waitFor, within } from '@testing-library/react'
import type { CrudCall } from '@portal/contract'
import { me, openRecordTab, permit } from '../../../test-support/record-tabs.tsx'

const note = (pid: string, content: string, author = me.pid, visibility = 'INTERNAL') => ({
  pid,
  content,
  visibility,
  author: { pid: author, title: author === me.pid ? me.name : 'Anna Berg' },
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
})

const isNotes = ({ apiPath }: CrudCall) => apiPath.startsWith(`permits/${permit.pid}/notes`)

/** A record with these notes. */
const withNotes =
  (...notes: object[]) =>
  (call: CrudCall) =>
    isNotes(call) ? { body: { notes } } : undefined

test('S-13: a client who only views reads notes, their own too, and is told why they write none', async () => {
  const own = note('01NOTE1', 'From before', '01PERSON000000000000000000', 'CLIENT')
  const { panel } = openRecordTab('Notes', withNotes(own), 'client', 'VIEWER')
  const tab = await panel()
  expect(await within(tab).findByText('From before')).toBeInTheDocument()
  expect(within(tab).getByText(/You have view-only access/)).toBeVisible()
  expect(within(tab).queryByRole('textbox')).toBeNull()
  expect(within(tab).queryByRole('button', { name: /Edit note|Delete note/ })).toBeNull()
})

test('staff write into the internal thread unless they choose the one the client reads', async () => {
  let notes = [note('01NOTE1', 'Called the city'), note('01NOTE2', 'Please sign', '01ANNA', 'CLIENT')]
  const { user, sent, panel } = openRecordTab('Notes', (call) => {
    if (!isNotes(call)) return undefined
    if (call.method === 'POST') notes = [...notes, note('01NOTE3', 'Drawings came')]
    return { body: { notes }, status: call.method === 'POST' ? 201 : 200 }
  })
  const tab = await panel()
  expect(await within(tab).findByText('Called the city')).toBeInTheDocument()
  expect(within(tab).queryByText('Please sign')).not.toBeInTheDocument()
  expect(screen.getByRole('tab', { name: 'Notes' })).toHaveAttribute('aria-description', '2')
  await user.type(within(tab).getByRole('textbox', { name: 'New note' }), 'Drawings came')
  await user.click(within(tab).getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(within(tab).getByRole('textbox', { name: 'New note' })).toHaveValue(''))
  expect(sent.map(({ body }) => body)).toEqual([{ content: 'Drawings came', visibility: 'INTERNAL' }])
  await user.click(within(tab).getByRole('button', { name: 'Client' }))
  expect(within(tab).getByText('Please sign')).toBeInTheDocument()
  expect(within(tab).queryByRole('button', { name: 'Edit note' })).not.toBeInTheDocument()
})

test.each([
  ['Add note', 'POST', 'Failed to add note!'],
  ['Save note', 'PATCH', 'Failed to update note!'],
  ['Delete note', 'DELETE', 'Failed to delete note!'],
])('%s that is refused says so and loses nothing (specification.md 8)', async (button, method, said) => {
  const { user, panel } = openRecordTab('Notes', (call) => {
    if (!isNotes(call)) return undefined
    return call.method === 'GET'
      ? { body: { notes: [note('01NOTE1', 'Called the city')] } }
      : { refusal: 'forbidden', detail: `No ${call.method}.` }
  })
  const tab = await panel()
  await within(tab).findByText('Called the city')
  if (method === 'POST') await user.type(within(tab).getByRole('textbox', { name: 'New note' }), 'Mine')
  if (method === 'PATCH') await user.click(within(tab).getByRole('button', { name: 'Edit note' }))
  await user.click(within(tab).getByRole('button', { name: button }))
  if (method === 'DELETE')
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete note' }))
  expect(await screen.findByText(said)).toBeInTheDocument()
  expect(screen.getByRole('log')).toHaveTextContent(`No ${method}.`)
  if (method === 'POST') expect(within(tab).getByRole('textbox', { name: 'New note' })).toHaveValue('Mine')
})

test('a note that is edited is gone on with after its last letter', async () => {
  const { user, panel } = openRecordTab('Notes', withNotes(note('01NOTE1', 'Called the city')))
  const tab = await panel()
  await user.click(await within(tab).findByRole('button', { name: 'Edit note' }))
  await user.keyboard(' again')
  expect(within(tab).getByRole('textbox', { name: 'Edit note' })).toHaveValue('Called the city again')
})

test('notes that do not come are told, and Try again brings them (specification.md 8)', async () => {
  let isDown = true
  const { user, panel } = openRecordTab('Notes', (call) => {
    if (!isNotes(call)) return undefined
    return isDown ? { refusal: 'unavailable', detail: 'The database is busy.' } : { body: { notes: [] } }
  })
  expect(await screen.findByText('Failed to fetch notes')).toBeInTheDocument()
  isDown = false
  await user.click(within(await panel()).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No notes yet.')).toBeInTheDocument()
})

test('a note that is not saved is asked about before the record is left', async () => {
  const { user, panel, told } = openRecordTab('Notes', withNotes())
  await user.type(await within(await panel()).findByRole('textbox', { name: 'New note' }), 'Half a sent')
  expect(told.unsaved).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeInTheDocument()
})
