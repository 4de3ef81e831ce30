import { act, screen, waitFor, within } from '@testing-library/react'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { createTheme } from '@mui/material/styles'
import { delay, http, HttpResponse } from 'msw'
import { server } from '../../test-support/server.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { createQueryClient } from '../../portal/query-client.ts'
import { UploadRegion } from './UploadRegion.tsx'
import { uploadsAtom } from '../upload-state.ts'
import type { FileUpload, UploadsState } from '../upload-state.ts'
import { startUpload } from '../uploads.ts'

const upload = (id: string, more: Partial<FileUpload> = {}): FileUpload => ({
  id,
  folderId: null,
  name: `${id}.pdf`,
  size: 2_000_000,
  loaded: 0,
  state: 'Uploading',
  step: 'sending',
  speed: null,
  message: null,
  canRetry: true,
  safeName: null,
  isInterrupted: false,
  ...more,
})

function showPanel(state: Partial<UploadsState>) {
  const rendered = renderRoutes([{ path: '/', element: <UploadRegion /> }], '/', { as: 'team' })
  act(() => rendered.store.set(uploadsAtom, { files: [], folders: [], skipped: [], speed: null, ...state }))
  return rendered
}
const region = () => screen.findByRole('region', { name: 'Uploads' })
const rowOf = async (name: string) => within(await region()).getByRole('row', { name: new RegExp(name) })

test('the panel tells the total first, then a row per file, failures on top (contract.md 9, look.md 6)', async () => {
  showPanel({
    speed: 10_000,
    files: [
      upload('one', { state: 'Uploaded', loaded: 2_000_000 }),
      upload('two', { loaded: 760_000, speed: 10_000 }),
      upload('three', { step: 'verifying', loaded: 2_000_000 }),
      upload('four', { state: 'Failed', message: 'Network error, Try again.' }),
      upload('five', { step: 'waiting' }),
    ],
  })
  expect(within(await region()).getByText('1 of 5, 1 failed, 47%, 9 min left')).toBeInTheDocument()
  const rows = within(await region())
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
    'four.pdfNetwork error, Try again.',
    'two.pdfUploading · 38% · 10 kB/s',
    'three.pdfVerifying',
    'five.pdfWaiting · 2.0 MB',
    'one.pdfUploaded · 2.0 MB',
  ])
  expect(within(await region()).getByRole('status')).toHaveTextContent('1 upload failed')
})

test('a folder has a row of its own by bytes, its files below it', async () => {
  showPanel({
    folders: [
      {
        id: 'F',
        name: 'Plans',
        size: 4_000_000,
        loaded: 3_000_000,
        state: 'Uploading',
        message: null,
        fileCount: 2,
        isInterrupted: false,
      },
    ],
    files: [
      upload('a', { folderId: 'F', name: 'Site/a.pdf', loaded: 1_000_000 }),
      upload('b', { folderId: 'F', state: 'Uploaded', loaded: 2_000_000 }),
    ],
  })
  expect(await rowOf('Plans')).toHaveTextContent('PlansUploading · 75% · 1 of 2 files')
  expect(await rowOf('Site/a.pdf')).toHaveTextContent('Uploading · 50%')
})

test('the panel lies behind a menu that is open, as the menu of a file in the corner is', async () => {
  const menu = (
    <Menu open anchorEl={document.body}>
      <MenuItem>Rename</MenuItem>
    </Menu>
  )
  const page = [<UploadRegion key="uploads" />, <div key="menu">{menu}</div>]
  const { store } = renderRoutes([{ path: '/', element: page }], '/', { as: 'team' })
  act(() => store.set(uploadsAtom, { files: [upload('one')], folders: [], skipped: [], speed: null }))
  await screen.findByRole('menu')
  const panel = (await screen.findByRole('region', { name: 'Uploads', hidden: true })).parentElement
  expect(panel).toHaveStyle({ zIndex: String(createTheme().zIndex.modal - 1) })
})

test('skipped files are listed with the reason until they are dismissed', async () => {
  const { user } = showPanel({ skipped: [{ path: 'Plans/.DS_Store', reason: 'dot' }] })
  const skipped = await screen.findByRole('region', { name: 'Skipped files' })
  expect(skipped).toHaveTextContent('1 file was skippedDismissPlans/.DS_StoreHidden file')
  await user.click(within(skipped).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('region')).not.toBeInTheDocument())
})

test('the panel folds to a pill that still tells the total', async () => {
  const { user } = showPanel({ files: [upload('one')] })
  await user.click(within(await region()).getByRole('button', { name: 'Minimize' }))
  expect(screen.queryByRole('row')).not.toBeInTheDocument()
  expect(within(await region()).getByText('0 of 1, 0%')).toBeInTheDocument()
})

/** A server that keeps what it is sent, as the embedded store does. */
function startStore() {
  const side: { isClosed: boolean; isSlow: boolean; stored: string[]; keys: (string | null)[] } = {
    isClosed: false,
    isSlow: false,
    stored: [],
    keys: [],
  }
  const record = (name: string, status: string) => ({
    pid: `pid-${name}`,
    name,
    parentId: 'team',
    size: 4,
    mimeType: 'text/plain',
    root: 'team',
    status,
    updatedAt: '2026-03-12T10:00:00.000Z',
    updatedBy: null,
    visibility: 'INTERNAL',
    org: null,
  })
  server.use(
    http.post('*/api/aws/createFile', async ({ request }) => {
      const name = String(Reflect.get(Object(await request.json()), 'name'))
      side.keys.push(request.headers.get('idempotency-key'))
      if (side.isClosed)
        return HttpResponse.json({ success: false, message: 'The folder is closed.' }, { status: 403 })
      return HttpResponse.json({
        success: true,
        message: '',
        file: record(name, 'uploading'),
        signedUrl: `${location.origin}/uploads?key=${name}`,
      })
    }),
    http.put('*/uploads', async ({ request }) => {
      if (side.isSlow) await delay('infinite')
      side.stored.push(new URL(request.url).searchParams.get('key') ?? '')
      return new HttpResponse(null, { status: 200 })
    }),
    http.post('*/api/aws/markAsDone', () =>
      HttpResponse.json({ success: true, message: '', file: record('x', 'done') }),
    ),
  )
  return side
}

test('a file is uploaded, the panel says so and closes; a refused one stays with its reason and is retried (specification.md 4)', async () => {
  const store = startStore()
  const queryClient = createQueryClient()
  const { store: portal, user } = renderRoutes([{ path: '/', element: <UploadRegion /> }], '/', {
    as: 'team',
    queryClient,
  })
  const begin = (name: string) =>
    act(() =>
      startUpload(
        portal,
        queryClient,
        { root: 'team', parentId: 'team' },
        { files: [new File(['text'], name)], folders: [], skipped: [] },
      ),
    )
  await begin('plan.txt')
  expect(await screen.findByRole('region', { name: 'Uploads' })).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument())
  expect(store.stored).toEqual(['plan.txt'])

  store.isClosed = true
  await begin('late.txt')
  expect(await screen.findByText('The folder is closed.')).toBeInTheDocument()
  store.isClosed = false
  await user.click(screen.getByRole('button', { name: 'Retry late.txt' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument())
  expect(store.stored).toEqual(['plan.txt', 'late.txt'])
})

test('after a reload the panel says what was broken off; the same file chosen again goes on as the same upload (specification.md 4)', async () => {
  const store = startStore()
  store.isSlow = true
  const plan = new File(['text'], 'plan.txt', { lastModified: 1_700_000_000_000 })
  const openPage = () => {
    const queryClient = createQueryClient()
    return {
      queryClient,
      ...renderRoutes([{ path: '/', element: <UploadRegion /> }], '/', { as: 'team', queryClient }),
    }
  }
  const left = openPage()
  await act(() =>
    startUpload(
      left.store,
      left.queryClient,
      { root: 'team', parentId: 'team' },
      { files: [plan], folders: [], skipped: [] },
    ),
  )
  await waitFor(() => expect(store.keys).toHaveLength(1))
  act(() => void window.dispatchEvent(new Event('pagehide')))
  left.unmount()

  store.isSlow = false
  const { user } = openPage()
  expect(await rowOf('plan.txt')).toHaveTextContent('Interrupted. Select the file again.')
  expect(screen.queryByRole('button', { name: 'Retry all' })).not.toBeInTheDocument()
  const opened = jest.spyOn(HTMLInputElement.prototype, 'click')
  await user.click(screen.getByRole('button', { name: 'Select again: plan.txt' }))
  expect(opened).toHaveBeenCalledTimes(1)
  const picker = screen.getByLabelText('Choose files', { selector: 'input' })
  await user.upload(picker, new File(['other'], 'plan.txt', { lastModified: 1_700_000_000_000 }))
  expect(await screen.findByText('Different file')).toBeInTheDocument()
  await user.upload(picker, plan)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument())
  expect(store.stored).toEqual(['plan.txt'])
  expect(new Set(store.keys).size).toBe(1)
})
