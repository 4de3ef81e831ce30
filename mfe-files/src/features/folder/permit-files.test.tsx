import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useLayoutEffect } from 'react'
import type { FileList, FileUse, PermitFile, PermitFiles } from '@portal/contract'
import { useLocation } from '@portal/shared-ui/router'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { FilesPanel } from './FilesPanel.tsx'

const pid = '01PERMIT0000000000000000AA'
const root = `permits/${pid}`
const path = `/permits/processing/${pid}`

const file = (name: string, uses: FileUse[] = [], more: Partial<PermitFile> = {}): PermitFile => ({
  pid: name,
  name,
  parentId: root,
  size: 2_000,
  mimeType: 'application/zip',
  root,
  status: 'done',
  createdAt: '2026-03-12T10:00:00.000Z',
  createdBy: { pid: 'ADA', title: 'Ada Marlow' },
  updatedAt: '2026-03-12T10:00:00.000Z',
  updatedBy: null,
  visibility: 'INTERNAL',
  org: null,
  path: [],
  record: { collection: 'permits', pid, title: 'PM-2026-000012' },
  uses,
  ...more,
})
const plan = file('plan.zip', [{ kind: 'DOCUMENT', title: 'Site plan', version: 2, isCurrent: true }], {
  submittedWith: { pid: 'R', title: 'RTS-2026-000009' },
  path: [{ pid: 'F1', name: 'Zoning' }],
})
const result = file('answer.zip', [{ kind: 'CORRECTION', title: 'Show the scale' }, { kind: 'MAIL' }])
const task = file('measures.zip', [], {
  root: 'tasks/01TASK000000000000000000AA',
  record: { collection: 'tasks', pid: '01TASK000000000000000000AA', title: 'TK-2026-000004' },
})

function startServer(files: PermitFile[]) {
  const asked: string[] = []
  server.use(
    http.get('*/api/aws/listFiles', () => {
      const list: FileList = { success: true, message: '', root, path: [], records: [] }
      return HttpResponse.json(list)
    }),
    http.get('*/api/files/permits/:permit', ({ request, params }) => {
      asked.push(`${String(params['permit'])}${new URL(request.url).search}`)
      const token = new URL(request.url).searchParams.get('searchToken') ?? ''
      const found: PermitFiles = {
        success: true,
        message: '',
        files: files.filter(({ name }) => name.includes(token)),
        isMore: false,
      }
      return HttpResponse.json(found)
    }),
  )
  return asked
}
/** The panel reads the page's address, which the portal changes during navigation. */
function PanelAtAddress() {
  const { pathname, search } = useLocation()
  useLayoutEffect(() => {
    window.history.replaceState(null, '', pathname + search)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, [pathname, search])
  return <FilesPanel collection="permits" pid={pid} onCount={() => undefined} />
}
function open(search = '') {
  const at = `${path}?tab=Files${search}`
  window.history.replaceState(null, '', at)
  return renderRoutes([{ path, element: <PanelAtAddress /> }], at, { as: 'team' })
}
afterEach(() => window.history.replaceState(null, '', '/'))

test('all files of a permit are in one list with record, author and submission, searchable and downloadable as a zip', async () => {
  const asked = startServer([plan, result, task])
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'All files' }))
  const list = await screen.findByRole('list', { name: 'All permit files' })
  expect(window.location.search).toBe('?tab=Files&allFiles=true')
  const [first, second, third] = within(list).getAllByRole('listitem')
  expect(first).toHaveTextContent('answer.zipResponse to: Show the scaleMail attachment')
  expect(first).toHaveTextContent('Not submitted')
  expect(second).toHaveTextContent('measures.zip')
  expect(within(second ?? list).getByRole('link', { name: 'TK-2026-000004' })).toHaveAttribute(
    'href',
    '/tasks/01TASK000000000000000000AA?tab=Files',
  )
  expect(third).toHaveTextContent('Site plan, version 2')
  expect(third).toHaveTextContent('Ada Marlow · Submitted with RTS-2026-000009')
  expect(within(third ?? list).getByRole('link', { name: 'Zoning' })).toHaveAttribute(
    'href',
    `${path}?tab=Files&folder=F1`,
  )
  expect(screen.getByRole('link', { name: 'Download all as ZIP' })).toHaveAttribute(
    'href',
    '/api/files/zip?pids=answer.zip,measures.zip,plan.zip',
  )
  await user.type(screen.getByRole('searchbox', { name: 'Search all permit files' }), 'plan')
  await waitFor(() => expect(asked.at(-1)).toBe(`${pid}?searchToken=plan`))
  await waitFor(() => expect(screen.getByText('1 file')).toBeVisible())
  expect(window.location.search).toBe('?tab=Files&allFiles=true&findFiles=plan')
})

test('a file is previewed over the list of all files and closes back to it; a link to one opens it there', async () => {
  startServer([plan, result])
  const { user } = open('&allFiles=true&file=plan.zip')
  const dialog = await screen.findByRole('dialog', { name: 'plan.zip' })
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.search).toBe('?tab=Files&allFiles=true')
  await user.click(screen.getByRole('button', { name: 'Folders' }))
  expect(await screen.findByText('This record has no files yet.')).toBeVisible()
})

test('a permit without files says which ones would be listed, and a failure can be retried', async () => {
  server.use(
    http.get('*/api/aws/listFiles', () =>
      HttpResponse.json({ success: true, message: '', root, path: [], records: [] }),
    ),
    http.get('*/api/files/permits/:permit', () => HttpResponse.error()),
  )
  const { user } = open('&allFiles=true')
  expect(await screen.findByRole('alert', {}, { timeout: 15_000 })).toHaveTextContent(
    'Attachment fetch failed',
  )
  startServer([])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(
    await screen.findByText('Files of the permit, its packages, tasks and payments appear here.'),
  ).toBeVisible()
})
