import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { server } from '@portal/shared-ui/test-support'
import {
  checklistPath,
  item,
  openDocuments,
  pack,
  permitFile,
  root,
  storedAt,
} from '../../test-support/documents.ts'

const sitePlan = checklistPath('SITE_PLAN')

test('documents of the package show state and reason; one is verified with the file that was seen (domain.md 1.9)', async () => {
  const { drawer, user, sent } = await openDocuments(
    pack(
      'COLLECTING',
      item('SITE_PLAN', 'RECEIVED', { file: 'FILE' }),
      item('FLOOR_PLAN', 'REJECTED', { reason: 'No scale' }),
      item('PHOTO', 'MISSING', { required: false }),
    ),
  )
  const required = within(await drawer.findByRole('region', { name: 'Required' }))
  expect(required.getByText('No scale')).toBeVisible()
  for (const told of ['Submitted', 'Submitted files']) expect(drawer.queryByText(told)).toBeNull()
  expect(within(drawer.getByRole('region', { name: 'Optional' })).getByText('Photo')).toBeVisible()
  await user.click(required.getByRole('button', { name: 'Site plan: Verify' }))
  await waitFor(() =>
    expect(sent('PATCH')).toMatchObject([[sitePlan, { state: 'VERIFIED', expectedFile: 'FILE' }]]),
  )
})

test('a missing document is verified on paper with a note or with a file, never by a click alone (contract.md 11.3)', async () => {
  const { drawer, user, sent } = await openDocuments(pack('COLLECTING', item('SITE_PLAN', 'MISSING')))
  await user.click(await drawer.findByRole('button', { name: 'Site plan: Verify' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Site plan: Verify' }))
  await user.click(dialog.getByRole('button', { name: 'Verify' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose a file, or select “Paper copy”.')
  expect(sent('PATCH')).toEqual([])
  await user.click(dialog.getByRole('radio', { name: 'Paper copy' }))
  await user.type(dialog.getByRole('textbox', { name: 'Note (optional)' }), 'Blue folder')
  await user.click(dialog.getByRole('button', { name: 'Verify' }))
  const told = { state: 'VERIFIED', onPaper: true, reason: 'Blue folder' }
  await waitFor(() => expect(sent('PATCH')).toEqual([[sitePlan, told]]))
})

test('a document can be rejected only with a reason', async () => {
  const { drawer, user, sent } = await openDocuments(pack('COLLECTING', item('SITE_PLAN', 'RECEIVED')))
  await user.click(await drawer.findByRole('button', { name: 'Site plan: Reject' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Site plan: Reject' }))
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Cannot be read')
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() =>
    expect(sent('PATCH')).toEqual([[sitePlan, { state: 'REJECTED', reason: 'Cannot be read' }]]),
  )
})

test('marking a document as missing asks first, because its file is removed from it', async () => {
  const { drawer, user, sent } = await openDocuments(
    pack(
      'COLLECTING',
      item('SITE_PLAN', 'VERIFIED', { file: 'FILE' }),
      item('PHOTO', 'WAIVED', { required: false, reason: 'Not requested' }),
    ),
  )
  await user.click(await drawer.findByRole('button', { name: 'Site plan: Mark as missing' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Site plan: Mark as missing' }))
  expect(dialog.getByText(/stays in the permit’s files/)).toBeVisible()
  expect(sent('PATCH')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Mark as missing' }))
  await waitFor(() => expect(sent('PATCH')).toEqual([[sitePlan, { state: 'MISSING', expectedFile: 'FILE' }]]))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Site plan: Mark as missing' })).toBeNull())
  await user.click(drawer.getByRole('button', { name: 'Photo: Mark as missing' }))
  await waitFor(() => expect(sent('PATCH')).toHaveLength(2))
})

test('a document is received by selecting a file of the permit', async () => {
  server.use(
    http.get('*/api/aws/listFiles', () =>
      HttpResponse.json({ success: true, records: [permitFile()], message: '', root, path: [] }),
    ),
  )
  const { drawer, user, sent } = await openDocuments(pack('COLLECTING', item('SITE_PLAN', 'MISSING')))
  await user.click(await drawer.findByRole('button', { name: 'Site plan: Mark as received' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Site plan: Mark as received' }, { timeout: 15_000 }),
  )
  await user.click(dialog.getByRole('radio', { name: 'A file of this permit' }))
  await user.click(await dialog.findByRole('combobox', { name: 'File' }))
  await user.click(await screen.findByRole('option', { name: 'Plan.pdf' }))
  await user.click(dialog.getByRole('button', { name: 'Mark as received' }))
  await waitFor(() => expect(sent('PATCH')).toEqual([[sitePlan, { state: 'RECEIVED', file: 'FILE' }]]))
})

test('a document shows file, version, size, author, scan result and verifier, and can be replaced (contract.md 11.3)', async () => {
  const who = { pid: 'ADA', title: 'Ada Marlow' }
  const file = permitFile({ createdAt: storedAt, createdBy: who, updatedBy: who, scanned: 'clean' })
  const verified = { at: storedAt, by: who }
  const details = [{ documentType: 'SITE_PLAN', file, version: 2, verified }]
  const { drawer } = await openDocuments(
    pack('COLLECTING', item('SITE_PLAN', 'VERIFIED', { file: 'FILE' })),
    { details },
  )
  expect(await drawer.findByText('Plan.pdf')).toBeVisible()
  expect(drawer.getByText(/Version 2 · 1.2 kB · .*2026.* · Ada Marlow · Virus scan: clean/)).toBeVisible()
  expect(drawer.getByText(/^Verified by Ada Marlow, /)).toBeVisible()
  expect(drawer.getByRole('link', { name: 'Download file: Site plan' })).toHaveAttribute(
    'download',
    'Plan.pdf',
  )
  expect(drawer.getByRole('button', { name: 'Preview Site plan' })).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Site plan: Replace file' })).toBeVisible()
})

test('a file dropped on a document is uploaded to the permit and becomes its unverified file', async () => {
  const asked: unknown[] = []
  const file = permitFile({ pid: 'NEW', size: 4, visibility: 'INTERNAL' })
  const result = { success: true, message: 'OK', file }
  server.use(
    http.post('*/api/aws/createFile', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(result, { status: 201 })
    }),
    http.post('*/api/aws/markAsDone', () => HttpResponse.json(result)),
  )
  const { drawer, sent } = await openDocuments(pack('COLLECTING', item('SITE_PLAN', 'MISSING')))
  const row = (await drawer.findByText('Site plan', {}, { timeout: 15_000 })).closest('li') ?? document.body
  const plan = new File(['plan'], 'Plan.pdf', { type: 'application/pdf' })
  const dataTransfer = {
    types: ['Files'],
    items: [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => plan }],
  }
  fireEvent.dragEnter(row, { dataTransfer })
  expect(row).toHaveTextContent('Drop the file')
  fireEvent.drop(row, { dataTransfer })
  await waitFor(() => expect(asked).toMatchObject([{ name: 'Plan.pdf', root, parentId: root }]), {
    timeout: 5_000,
  })
  await waitFor(() => expect(sent('PATCH')).toEqual([[sitePlan, { state: 'RECEIVED', file: 'NEW' }]]), {
    timeout: 5_000,
  })
})

test('the preview of a document’s file opens over the tab, and closing it restores the focus', async () => {
  const file = permitFile({ name: 'Plan.png', mimeType: 'image/png', scanned: 'clean' })
  const details = [{ documentType: 'SITE_PLAN', file, version: 1, verified: null }]
  const { drawer, user } = await openDocuments(
    pack('COLLECTING', item('SITE_PLAN', 'RECEIVED', { file: 'FILE' })),
    { details },
  )
  const preview = await drawer.findByRole('button', { name: 'Preview Site plan' })
  await user.click(preview)
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan.png' }, { timeout: 15_000 }))
  expect(dialog.getByRole('img', { name: 'Plan.png' })).toHaveAttribute('src', '/api/files/FILE/content')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Plan.png' })).toBeNull())
  expect(preview).toHaveFocus()
})

test('a client sees the documents but cannot change them', async () => {
  const { drawer } = await openDocuments(pack('COLLECTING', item('SITE_PLAN', 'MISSING')), { as: 'client' })
  expect(await drawer.findByText('Site plan')).toBeVisible()
  expect(drawer.queryByRole('button', { name: /Site plan/ })).toBeNull()
})
