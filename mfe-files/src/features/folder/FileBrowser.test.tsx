import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { FileList, FileRecord } from '@portal/contract'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import type { Role } from '@portal/contract'
import { routes } from '../../routes.tsx'
import { FilesPanel } from './FilesPanel.tsx'

const record = (pid: string, more: Partial<FileRecord> = {}): FileRecord => ({
  pid,
  name: `${pid}.pdf`,
  parentId: 'team',
  size: 1234,
  mimeType: 'application/pdf',
  root: 'team',
  status: 'done',
  updatedAt: '2026-03-12T10:00:00.000Z',
  updatedBy: { pid: '01PERSON', title: 'Ada Marlow' },
  createdAt: '2026-03-12T10:00:00.000Z',
  createdBy: { pid: '01PERSON000000000000000000', title: 'Ada Marlow' },
  visibility: 'INTERNAL',
  org: null,
  ...more,
})
const folder = (pid: string, name: string, more: Partial<FileRecord> = {}) =>
  record(pid, { name, mimeType: 'folder', size: 0, ...more })

const refusal = (status: number, message: string) =>
  HttpResponse.json(
    { type: 'forbidden', title: 'No', status, detail: message, instance: 'r', success: false, message },
    { status },
  )

/** A server with these files that applies changes; `asked` lists the requests. */
function startServer(files: FileRecord[], root = 'team') {
  const side: { files: FileRecord[]; asked: unknown[]; refuses: string | null } = {
    files,
    asked: [],
    refuses: null,
  }
  const response = (file: FileRecord | undefined) => HttpResponse.json({ success: true, message: '', file })
  server.use(
    http.get('*/api/aws/listFiles', ({ request }) => {
      const parentId = new URL(request.url).searchParams.get('parentId') ?? ''
      const own = side.files.find(({ pid }) => pid === parentId)
      const path = own === undefined ? [] : [{ pid: own.pid, name: own.name, visibility: own.visibility }]
      const list: FileList = {
        success: true,
        message: '',
        root,
        path,
        records: side.files.filter((file) => file.parentId === parentId),
      }
      return HttpResponse.json(list)
    }),
    http.delete('*/api/aws/deleteFile', async ({ request }) => {
      const pid = new URL(request.url).searchParams.get('fileId')
      side.asked.push({ deleted: pid })
      if (side.refuses !== null) return refusal(403, side.refuses)
      side.files = side.files.filter((file) => file.pid !== pid)
      return HttpResponse.json({ success: true, message: '' })
    }),
    http.patch('*/api/files/:pid', async ({ request, params }) => {
      const patch = Object(await request.json())
      side.asked.push({ pid: params['pid'], ...patch })
      if (side.refuses !== null) return refusal(400, side.refuses)
      side.files = side.files.map((file) => (file.pid === params['pid'] ? { ...file, ...patch } : file))
      return response(side.files.find(({ pid }) => pid === params['pid']))
    }),
    http.post('*/api/aws/createFile', async ({ request }) => {
      const body = Object(await request.json())
      side.asked.push(body)
      if (side.refuses !== null) return HttpResponse.json({ success: true, message: '' })
      const made: FileRecord = folder(`made-${side.files.length}`, body.name, { parentId: body.parentId })
      side.files = [...side.files, made]
      return response(made)
    }),
  )
  return side
}

const openTeam = (as: Role = 'team', at = '/folders/team') => renderRoutes(routes, at, { as })
const row = (name: RegExp) => screen.findByRole('row', { name })
async function choose(user: ReturnType<typeof openTeam>['user'], name: string, act_: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: act_ }))
}

test('a folder needs a name and is created with it (specification.md 5)', async () => {
  const side = startServer([])
  const { user } = openTeam()
  await user.click(await screen.findByRole('button', { name: 'New folder' }))
  await user.click(await screen.findByRole('button', { name: 'Create folder' }))
  expect(await screen.findByText('Oops! Refresh and try again.')).toBeInTheDocument()
  expect(side.asked).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'Folder name' }), 'Zoning')
  await user.click(screen.getByRole('button', { name: 'Create folder' }))
  expect(await screen.findByRole('link', { name: 'Zoning' })).toBeInTheDocument()
  expect(side.asked).toEqual([
    { root: 'team', parentId: 'team', name: 'Zoning', size: 0, mimeType: 'folder' },
  ])
})

test('S-13: a client viewer opens and downloads files, and reads why they cannot add any', async () => {
  const side = startServer([], 'uploads')
  const { user } = renderRoutes(routes, '/upload_documents', { as: 'client', orgRole: 'VIEWER' })
  const add = await screen.findByRole('button', { name: 'New folder' })
  for (const name of ['New folder', 'Upload files', 'Upload folder']) {
    const button = screen.getByRole('button', { name })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription(/You have view-only access/)
  }
  await user.click(add)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByText(/You have view-only access/)).toBeVisible()
  expect(side.asked).toEqual([])
})

test("an answer without a folder says 'Folder creation failed.' and keeps the typed name (specification.md 5)", async () => {
  const side = startServer([])
  side.refuses = 'lost'
  const { user } = openTeam()
  await user.click(await screen.findByRole('button', { name: 'New folder' }))
  await user.type(await screen.findByRole('textbox', { name: 'Folder name' }), 'Zoning')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Folder creation failed.')).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Folder name' })).toHaveValue('Zoning')
})

test('a deleted file leaves the list immediately, and is restored with the reason when refused (specification.md 4, 8)', async () => {
  const side = startServer([record('plan'), record('site')])
  side.refuses = 'Created by someone else. Only an administrator can delete it.'
  const { user } = openTeam()
  await choose(user, 'plan.pdf', 'Delete')
  const question = await screen.findByRole('alertdialog', { name: 'Delete plan.pdf?' })
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Delete Failed!')).toBeInTheDocument()
  expect(
    screen.getByText('Created by someone else. Only an administrator can delete it.'),
  ).toBeInTheDocument()
  expect(await row(/plan\.pdf/)).toBeInTheDocument()
  side.refuses = null
  await choose(user, 'plan.pdf', 'Delete')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /plan\.pdf/ })).not.toBeInTheDocument())
  expect(await row(/site\.pdf/)).toBeInTheDocument()
})

test("a file without an identifier is not deleted: 'Invalid id' (specification.md 5)", async () => {
  startServer([record('', { name: 'lost.pdf' })])
  const { user } = openTeam()
  await choose(user, 'lost.pdf', 'Delete')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Invalid id')).toBeInTheDocument()
  expect(await row(/lost\.pdf/)).toBeInTheDocument()
})

test('a file is renamed; a refused name shows the reason and stays in the field', async () => {
  const side = startServer([record('plan')])
  side.refuses = 'Unsupported file type: .env.'
  const { user } = openTeam()
  await choose(user, 'plan.pdf', 'Rename')
  const name = await screen.findByRole('textbox', { name: 'New name' })
  await user.clear(name)
  await user.type(name, '.env')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Unsupported file type: .env.')).toBeInTheDocument()
  expect(name).toHaveValue('.env')
  side.refuses = null
  await user.clear(name)
  await user.type(name, 'site.pdf')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await row(/site\.pdf/)).toBeInTheDocument()
})

test('several files are selected and moved to a folder selected in the tree', async () => {
  const side = startServer([record('plan'), record('site'), folder('zoning', 'Zoning')])
  const { user } = openTeam()
  await user.click(await screen.findByRole('checkbox', { name: 'Select plan.pdf' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select site.pdf' }))
  const bar = screen.getByRole('group', { name: '2 selected' })
  expect(within(bar).getByRole('link', { name: 'Download as ZIP' })).toHaveAttribute(
    'href',
    '/api/files/zip?pids=plan,site',
  )
  await user.click(within(bar).getByRole('button', { name: 'Move' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move 2 files' })
  expect(within(dialog).getByRole('button', { name: 'Move to Team folder' })).toHaveAccessibleDescription(
    'Already in this folder.',
  )
  await user.click(await within(dialog).findByText('Zoning'))
  await user.click(within(dialog).getByRole('button', { name: 'Move to Zoning' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /plan\.pdf/ })).not.toBeInTheDocument())
  expect(side.asked).toEqual([
    { pid: 'plan', parentId: 'zoning' },
    { pid: 'site', parentId: 'zoning' },
  ])
})

test('the tree expands folders, moves with the arrow keys and opens the selected folder', async () => {
  startServer([folder('zoning', 'Zoning'), folder('inner', 'Inner', { parentId: 'zoning' })])
  const { user, router } = openTeam()
  await user.click(await screen.findByRole('button', { name: 'Folder tree' }))
  const top = await screen.findByRole('treeitem', { name: 'Team folder' })
  act(() => top.focus())
  await waitFor(() => expect(screen.getByRole('treeitem', { name: 'Zoning' })).toBeInTheDocument())
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(screen.getByRole('treeitem', { name: 'Zoning' })).toHaveFocus()
  expect(await screen.findByRole('treeitem', { name: 'Inner' })).toBeInTheDocument()
  await user.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?folder=inner'))
})

test('files are reached, selected and renamed by keyboard', async () => {
  startServer([record('a'), record('b')])
  const { user } = openTeam()
  const first = await screen.findByRole('link', { name: 'a.pdf' })
  act(() => first.focus())
  await user.keyboard('{ArrowDown} ')
  expect(screen.getByRole('link', { name: 'b.pdf' })).toHaveFocus()
  expect(screen.getByRole('checkbox', { name: 'Select b.pdf' })).toBeChecked()
  await user.keyboard('{F2}')
  expect(await screen.findByRole('dialog', { name: 'Rename b.pdf' })).toBeInTheDocument()
})

test('a text file is shown as plain text, and the address contains it', async () => {
  startServer([
    record('note', { name: 'note.txt', mimeType: 'text/plain' }),
    record('page', { name: 'page.html', mimeType: 'text/html' }),
  ])
  server.use(http.get('*/api/files/note/content', () => HttpResponse.text('<b>bold</b>')))
  const { user, router } = openTeam()
  await user.click(await screen.findByRole('link', { name: 'note.txt' }))
  const dialog = await screen.findByRole('dialog', { name: 'note.txt' })
  expect(await within(dialog).findByText('<b>bold</b>')).toBeInTheDocument()
  expect(router.state.location.search).toBe('?file=note')
  await user.click(within(dialog).getByRole('button', { name: 'Next file' }))
  expect(await screen.findByText('No preview for this file type.')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('dropped files go into the open folder, which a frame names', async () => {
  const side = startServer([])
  server.use(http.post('*/api/aws/markAsDone', () => HttpResponse.json({ success: true, message: '' })))
  openTeam()
  const zone = await screen.findByText('The team folder is empty.')
  const dataTransfer = {
    types: ['Files'],
    items: [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => new File(['x'], 'plan.txt') }],
  }
  fireEvent.dragEnter(zone, { dataTransfer })
  expect(screen.getByText('Drop to upload to Team folder')).toBeInTheDocument()
  fireEvent.drop(zone, { dataTransfer })
  expect(screen.queryByText('Drop to upload to Team folder')).not.toBeInTheDocument()
  await waitFor(() =>
    expect(side.asked).toMatchObject([
      { name: 'plan.txt', parentId: 'team', root: 'team', mimeType: 'application/octet-stream' },
    ]),
  )
})

const permitRecord = {
  pid: '01PERMIT0000000000000000AA',
  version: 1,
  org: { pid: 'ACME', title: 'Acme Builders' },
}
const panel = (onCount: (count: number) => void = () => undefined) => [
  {
    path: '/permits/processing/01PERMIT0000000000000000AA',
    element: (
      <FilesPanel
        collection="permits"
        pid="01PERMIT0000000000000000AA"
        record={permitRecord}
        onCount={onCount}
      />
    ),
  },
]
const permit = 'permits/01PERMIT0000000000000000AA'
const openPanel = (as: Role, onCount?: (count: number) => void) =>
  renderRoutes(panel(onCount), '/permits/processing/01PERMIT0000000000000000AA', { as })

test('the tab of a record shows its files with their count; staff set who sees them', async () => {
  const side = startServer([record('plan', { parentId: permit, root: permit })], permit)
  const counts: number[] = []
  const { user } = openPanel('team', (count) => counts.push(count))
  expect(await screen.findByRole('table', { name: 'Files' })).toBeInTheDocument()
  expect(counts).toEqual([1])
  await choose(user, 'plan.pdf', 'Share with client')
  const share = await screen.findByRole('alertdialog', { name: 'Share plan.pdf with the client?' })
  expect(share).toHaveTextContent('People of Acme Builders can view and download it, and get an alert.')
  expect(side.asked).toEqual([])
  // Sharing destroys nothing, so its button is the primary one and Enter activates it.
  expect(within(share).getByRole('button', { name: 'Share' })).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(side.asked).toEqual([{ pid: 'plan', visibility: 'CLIENT' }]))
  expect(await screen.findByRole('cell', { name: 'Acme Builders and staff' })).toBeInTheDocument()
  await choose(user, 'plan.pdf', 'Stop sharing')
  const question = await screen.findByRole('alertdialog', { name: 'Stop sharing plan.pdf?' })
  expect(question).toHaveTextContent('People of Acme Builders can no longer see it.')
  await user.click(within(question).getByRole('button', { name: 'Stop sharing' }))
  await waitFor(() => expect(side.asked.at(-1)).toEqual({ pid: 'plan', visibility: 'INTERNAL' }))
})

test('sharing a file inside a staff-only folder warns about it, and offers to share the folder first', async () => {
  const files = [
    folder('plans', 'Plans', { parentId: permit, root: permit }),
    record('plan', { parentId: 'plans', root: permit }),
  ]
  const side = startServer(files, permit)
  const at = '/permits/processing/01PERMIT0000000000000000AA'
  window.history.replaceState(null, '', `${at}?folder=plans`)
  const { user } = openPanel('team')
  await choose(user, 'plan.pdf', 'Share with client')
  const share = await screen.findByRole('alertdialog', { name: 'Share plan.pdf with the client?' })
  expect(share).toHaveAccessibleDescription(
    'The folder “Plans” is internal. Acme Builders can’t see this file and gets no alert until you share the folder too.',
  )
  await user.click(within(share).getByRole('checkbox', { name: 'Share the folder “Plans” too' }))
  expect(share).toHaveAccessibleDescription(
    'People of Acme Builders can view and download it, and get an alert.',
  )
  expect(share).toHaveTextContent('Other files stay internal.')
  await user.click(within(share).getByRole('button', { name: 'Share' }))
  await waitFor(() =>
    expect(side.asked).toEqual([
      { pid: 'plans', visibility: 'CLIENT' },
      { pid: 'plan', visibility: 'CLIENT' },
    ]),
  )
  window.history.replaceState(null, '', '/')
})

test("attachments that fail to load say 'Attachment fetch failed'; one not deleted 'Failed to delete attachment' (specification.md 8)", async () => {
  server.use(http.get('*/api/aws/listFiles', () => refusal(503, 'The store does not answer.')))
  const { user } = openPanel('team')
  expect(await screen.findByRole('alert')).toHaveTextContent('Attachment fetch failed')
  const side = startServer([record('plan', { parentId: permit, root: permit })], permit)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  side.refuses = 'The store does not answer.'
  await choose(user, 'plan.pdf', 'Delete')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete attachment')).toBeInTheDocument()
  expect(await row(/plan\.pdf/)).toBeInTheDocument()
})

test('a client reads beside Delete why handed-in files stay, and has neither Rename nor Move (domain.md 5)', async () => {
  const side = startServer([record('plan', { parentId: permit, root: permit })], permit)
  const { user } = openPanel('client')
  await user.click(await screen.findByRole('button', { name: 'Actions for plan.pdf' }))
  expect(screen.queryByRole('menuitem', { name: 'Rename' })).not.toBeInTheDocument()
  expect(screen.queryByRole('menuitem', { name: 'Move' })).not.toBeInTheDocument()
  const remove = screen.getByRole('menuitem', { name: 'Delete' })
  expect(remove).toHaveAccessibleDescription('Only staff can delete submitted files.')
  await user.click(remove)
  expect(await screen.findByText('Only staff can delete submitted files.')).toBeInTheDocument()
  expect(side.asked).toEqual([])
})
