import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { DeletedFile, FileList, FileRecord, Role } from '@portal/contract'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'
import { FilesPanel } from './FilesPanel.tsx'

const file = (pid: string): FileRecord => ({
  pid,
  name: `${pid}.pdf`,
  parentId: 'team',
  size: 1234,
  mimeType: 'application/pdf',
  root: 'team',
  status: 'done',
  createdAt: '2026-03-12T10:00:00.000Z',
  createdBy: { pid: '01PERSON000000000000000000', title: 'Ada Marlow' },
  updatedAt: '2026-03-12T10:00:00.000Z',
  updatedBy: null,
  visibility: 'INTERNAL',
  org: null,
})

const toDeleted = ({ pid, name, mimeType, size, root }: FileRecord, path: string[]): DeletedFile => ({
  pid,
  name,
  mimeType,
  size,
  root,
  path,
  client: null,
  deletedAt: '2026-03-12T10:00:00.000Z',
  deletedBy: { pid: 'ADA', title: 'Ada Marlow' },
  restorableUntil: '2026-04-11T10:00:00.000Z',
})

/** A server with files and deleted files. */
function startServer(files: FileRecord[], bin: FileRecord[] = [], root = 'team') {
  const side = { files, bin, asked: new Array<string>(), refuses: '' }
  server.use(
    http.get('*/api/aws/listFiles', () => {
      const list: FileList = { success: true, message: '', root, path: [], records: side.files }
      return HttpResponse.json(list)
    }),
    http.delete('*/api/aws/deleteFile', ({ request }) => {
      const pid = new URL(request.url).searchParams.get('fileId')
      side.bin = [...side.bin, ...side.files.filter((file) => file.pid === pid)]
      side.files = side.files.filter((file) => file.pid !== pid)
      return HttpResponse.json({ success: true, message: '' })
    }),
    http.get('*/api/files/deleted', ({ request }) => {
      side.asked.push(new URL(request.url).search)
      const deleted = side.bin.map((each) => toDeleted(each, ['Zoning']))
      return HttpResponse.json({
        success: true,
        message: '',
        deleted,
        metadata: { count: deleted.length, page: 1, pageSize: 50 },
      })
    }),
    http.post('*/api/files/:pid/restore', ({ params }) => {
      if (side.refuses !== '') {
        const body = {
          type: 'transition-refused',
          title: 'No',
          status: 409,
          detail: side.refuses,
          instance: 'r',
          success: false,
          message: side.refuses,
        }
        return HttpResponse.json(body, { status: 409 })
      }
      const back = side.bin.filter((each) => each.pid === params['pid'])
      side.files = [...side.files, ...back]
      side.bin = side.bin.filter((each) => each.pid !== params['pid'])
      return HttpResponse.json({ success: true, message: '', file: back[0] })
    }),
  )
  return side
}

test('Undo restores a deleted file, even when it was the last one in the folder', async () => {
  startServer([file('plan')])
  const { user } = renderRoutes(routes, '/folders/team', { as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Actions for plan.pdf' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('plan.pdf deleted')).toBeInTheDocument()
  expect(screen.queryByRole('row', { name: /plan\.pdf/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('1 restored')).toBeInTheDocument()
  expect(await screen.findByRole('row', { name: /plan\.pdf/ })).toBeInTheDocument()
  expect(screen.queryByText('plan.pdf deleted')).toBeNull()
})

test('a deletion that cannot be undone says why', async () => {
  const side = startServer([file('plan')])
  side.refuses = 'Its folder "Zoning" is deleted. Restore the folder first.'
  const { user } = renderRoutes(routes, '/folders/team', { as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Actions for plan.pdf' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(
    await screen.findByText('Its folder "Zoning" is deleted. Restore the folder first.'),
  ).toBeInTheDocument()
})

test('administrators open Deleted from the folder’s menu, see a file’s location, and restore it (contract.md 11.9)', async () => {
  const side = startServer([], [file('plan')])
  const { user, router } = renderRoutes(routes, '/folders/team', { as: 'admin' })
  await user.click(await screen.findByRole('button', { name: 'Actions for Team folder' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Deleted' }))
  const table = await screen.findByRole('table', { name: 'Deleted from Team folder' })
  expect(router.state.location.search).toBe('?deletedFiles=true')
  expect(within(table).getByRole('row', { name: /plan\.pdf/ })).toHaveTextContent('Team folder / Zoning')
  await user.click(within(table).getByRole('button', { name: 'Restore plan.pdf' }))
  expect(await screen.findByText('Nothing was deleted here in the last 30 days.')).toBeInTheDocument()
  expect(side.asked[0]).toBe('?parentId=team&sort=-deletedAt&page=1')
  await user.click(screen.getByRole('link', { name: 'Back to Team folder' }))
  expect(await screen.findByRole('row', { name: /plan\.pdf/ })).toBeInTheDocument()
})

test.each<[Role, boolean]>([
  ['team', false],
  ['admin', true],
])("the files of a record have Deleted in their folder's menu: %s %s", async (role, isThere) => {
  const root = 'permits/01PERMIT0000000000000000AA'
  startServer([], [file('plan')], root)
  const path = '/permits/processing/01PERMIT0000000000000000AA'
  const routesOfPanel = [
    {
      path,
      element: <FilesPanel collection="permits" pid="01PERMIT0000000000000000AA" onCount={() => undefined} />,
    },
  ]
  const { user } = renderRoutes(routesOfPanel, path, { as: role })
  await user.click(await screen.findByRole('button', { name: 'Actions for Files' }))
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Copy link' })).toBeVisible())
  expect(screen.queryByRole('menuitem', { name: 'Deleted' }) !== null).toBe(isThere)
})

test('a link to deleted files opens them; staff read who can restore them', async () => {
  startServer([], [file('plan')])
  const { unmount } = renderRoutes(routes, '/folders/team?deletedFiles=true', { as: 'admin' })
  expect(await screen.findByRole('row', { name: /plan\.pdf/ })).toBeInTheDocument()
  unmount()
  renderRoutes(routes, '/folders/team?deletedFiles=true', { as: 'team' })
  expect(await screen.findByText('Only administrators can see deleted files')).toBeInTheDocument()
})
