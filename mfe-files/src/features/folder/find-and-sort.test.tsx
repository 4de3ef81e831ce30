import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { FileList, FileRecord, FoundFile } from '@portal/contract'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const file = (name: string, more: Partial<FileRecord> = {}): FileRecord => ({
  pid: name,
  name,
  parentId: 'team',
  size: 1,
  mimeType: 'application/pdf',
  root: 'team',
  status: 'done',
  updatedAt: '2026-03-12T10:00:00.000Z',
  updatedBy: null,
  visibility: 'INTERNAL',
  org: null,
  ...more,
})

function startServer(files: FileRecord[], found: FoundFile[] = [], uploads: FileRecord[] = []) {
  const asked: Record<string, string>[] = []
  server.use(
    http.get('*/api/aws/listFiles', ({ request }) => {
      const root = new URL(request.url).searchParams.get('parentId') ?? ''
      const list: FileList = {
        success: true,
        message: '',
        root,
        path: [],
        records: root === 'team' ? files : root === 'uploads' ? uploads : [],
      }
      return HttpResponse.json(list)
    }),
    http.get('*/api/files/search', ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return HttpResponse.json({ success: true, message: '', found, isMore: false })
    }),
    http.patch('*/api/files/:pid', async ({ request, params }) => {
      asked.push({ pid: String(params['pid']), ...Object(await request.json()) })
      return HttpResponse.json({ success: true, message: '', file: files[0] })
    }),
  )
  return asked
}

const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent)

test('a folder is sorted by name, date and size in its headings, by kind in a menu; the address keeps the order', async () => {
  startServer([
    file('b.txt', { size: 30, updatedAt: '2026-01-02T10:00:00.000Z' }),
    file('a.pdf', { size: 20, updatedAt: '2026-01-03T10:00:00.000Z' }),
    file('c.doc', { size: 10, updatedAt: '2026-01-01T10:00:00.000Z' }),
    file('Zoning', { mimeType: 'folder', size: 0 }),
  ])
  const { user, router } = renderRoutes(routes, '/folders/team', { as: 'team' })
  await screen.findByRole('table', { name: 'Team folder' })
  expect(names()).toEqual(['Zoning', 'a.pdf', 'b.txt', 'c.doc'])
  await user.click(screen.getByRole('button', { name: 'Modified' }))
  await waitFor(() => expect(names()).toEqual(['Zoning', 'a.pdf', 'b.txt', 'c.doc']))
  expect(router.state.location.search).toBe('?sortFiles=-changed')
  await user.click(screen.getByRole('button', { name: 'Size' }))
  await waitFor(() => expect(names()).toEqual(['Zoning', 'b.txt', 'a.pdf', 'c.doc']))
  expect(screen.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'descending')
  await user.click(screen.getByRole('button', { name: 'Sort' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Type' }))
  await waitFor(() => expect(names()).toEqual(['Zoning', 'c.doc', 'a.pdf', 'b.txt']))
})

test('files are searched in this folder, then in all, and a hit opens in its own folder', async () => {
  const plan = { ...file('plan.pdf'), path: [{ pid: 'F1', name: 'Zoning' }], record: null }
  const root = 'permits/01PERMIT0000000000000000AA'
  const record = { collection: 'permits' as const, pid: '01PERMIT0000000000000000AA', title: 'Harbor shed' }
  const asked = startServer([file('a.pdf')], [plan, { ...file('span.pdf', { root }), path: [], record }])
  const { user, router } = renderRoutes(routes, '/folders/team', { as: 'team' })
  await user.type(await screen.findByRole('searchbox', { name: 'Find files' }), 'plan')
  const table = await screen.findByRole('table', { name: 'Files found' })
  expect(asked).toEqual([{ searchToken: 'plan', parentId: 'team' }])
  expect(router.state.location.search).toBe('?findFiles=plan')
  expect(within(table).getByRole('row', { name: /plan\.pdf/ })).toHaveTextContent('Team folder / Zoning')
  expect(within(table).getByRole('link', { name: 'plan.pdf' })).toHaveAttribute(
    'href',
    '/folders/team?folder=F1&file=plan.pdf',
  )
  expect(within(table).getByRole('link', { name: 'span.pdf' })).toHaveAttribute(
    'href',
    '/permits/processing/01PERMIT0000000000000000AA?tab=Files&file=span.pdf',
  )
  await user.click(screen.getByRole('button', { name: 'All folders' }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ searchToken: 'plan' }))
  await user.clear(screen.getByRole('searchbox', { name: 'Find files' }))
  expect(await screen.findByRole('table', { name: 'Team folder' })).toBeInTheDocument()
  expect(router.state.location.search).toBe('')
})

test('a search without hits says so and suggests what to try', async () => {
  startServer([])
  renderRoutes(routes, '/folders/team?findFiles=nothing', { as: 'team' })
  expect(await screen.findByText('No results for “nothing”.')).toBeInTheDocument()
  expect(screen.getByText('Try another word, or search all folders.')).toBeInTheDocument()
})

test('a file is moved to another root; a root the viewer may not open says why', async () => {
  const asked = startServer([file('a.pdf')])
  const { user } = renderRoutes(routes, '/folders/team', { as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Actions for a.pdf' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move file' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Location' }))
  expect(
    await screen.findByRole('option', { name: 'Restricted folder (administrators only)' }),
  ).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('option', { name: 'Upload documents' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Move to Upload documents' }))
  await waitFor(() => expect(asked).toEqual([{ pid: 'a.pdf', parentId: 'uploads' }]))
})

test('folders of several clients with the same name are distinguished when moving files', async () => {
  const certificates = (pid: string, title: string) =>
    file('Certificates', {
      pid,
      mimeType: 'folder',
      root: 'uploads',
      parentId: 'uploads',
      org: { pid: `org-${pid}`, title },
    })
  const asked = startServer(
    [file('a.pdf')],
    [],
    [certificates('F1', 'Acme Builders'), certificates('F2', 'Zilker Homes')],
  )
  const { user } = renderRoutes(routes, '/folders/team', { as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Actions for a.pdf' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move file' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Location' }))
  await user.click(await screen.findByRole('option', { name: 'Upload documents' }))
  expect(
    await within(dialog).findByRole('treeitem', { name: 'Certificates, Acme Builders' }),
  ).toBeInTheDocument()
  await user.click(within(dialog).getByRole('treeitem', { name: 'Certificates, Zilker Homes' }))
  await user.click(within(dialog).getByRole('button', { name: 'Move to Certificates, Zilker Homes' }))
  await waitFor(() => expect(asked).toEqual([{ pid: 'a.pdf', parentId: 'F2' }]))
})
