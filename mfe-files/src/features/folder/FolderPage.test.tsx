import { act, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { FileList, FileRecord } from '@portal/contract'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const pid = (number: number) => `01FILE${String(number).padStart(20, '0')}`

const file = (number: number, more: Partial<FileRecord> = {}): FileRecord => ({
  pid: pid(number),
  name: `File ${number}.pdf`,
  parentId: 'team',
  size: 1234,
  mimeType: 'application/pdf',
  root: 'team',
  status: 'done',
  updatedAt: '2026-03-12T10:00:00.000Z',
  updatedBy: { pid: '01PERSON', title: 'Ada Marlow' },
  visibility: 'INTERNAL',
  org: null,
  ...more,
})

const folder = (number: number, name: string): FileRecord =>
  file(number, { name, mimeType: 'folder', size: 0 })
const list = (records: FileRecord[], more: Partial<FileList> = {}): FileList => ({
  success: true,
  message: 'OK',
  root: 'team',
  path: [],
  records,
  ...more,
})

/** Answers listFiles from lists by parentId; others get 404. */
function folders(lists: Record<string, FileList>) {
  return http.get('*/api/aws/listFiles', ({ request }) => {
    const parentId = new URL(request.url).searchParams.get('parentId') ?? ''
    const found = lists[parentId]
    if (found !== undefined) return HttpResponse.json(found)
    const problem = {
      type: 'not-found',
      title: 'Not found',
      status: 404,
      detail: 'File or folder not found.',
      instance: 'req-1',
    }
    return HttpResponse.json({ ...problem, success: false, message: problem.detail }, { status: 404 })
  })
}

const rowNames = async () => {
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  return rows.slice(1).map((row) => within(row).getByRole('rowheader').textContent)
}

test('folders come first, then files in natural name order, with size, date, author and visibility', async () => {
  server.use(
    folders({
      team: list([file(10, { name: 'Sheet 10.pdf' }), file(2, { name: 'sheet 2.pdf' }), folder(3, 'Zoning')]),
    }),
  )
  renderRoutes(routes, '/folders/team', { as: 'team' })
  const table = await screen.findByRole('table', { name: 'Team folder' })
  expect((await rowNames()).map((name) => name?.replace(/(\.pdf|Zoning).*/, '$1'))).toEqual([
    'Zoning',
    'sheet 2.pdf',
    'Sheet 10.pdf',
  ])
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Name', 'Size', 'Modified', 'Modified by', 'Virus scan', 'Visible to'])
  const cells = within(within(table).getByRole('row', { name: /sheet 2/ })).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual([
    '',
    '1.2 kB',
    'Mar 12, 2026',
    'Ada Marlow',
    '',
    'Internal',
    '',
  ])
  expect(screen.getByRole('status')).toHaveTextContent('1 folder, 2 files')
})

test('S-15: a folder shows scan results, and a blocked file is neither previewed nor downloaded', async () => {
  const files = [
    file(1, { name: 'a.pdf', scanned: 'clean' }),
    file(2, { name: 'b.pdf', scanned: 'not scanned' }),
  ]
  server.use(folders({ team: list([...files, file(3, { name: 'c.pdf', scanned: 'infected' })]) }))
  const { user } = renderRoutes(routes, '/folders/team', { as: 'team' })
  const table = await screen.findByRole('table', { name: 'Team folder' })
  const said = ['a.pdf', 'b.pdf', 'c.pdf'].map(
    (name) => within(within(table).getByRole('row', { name: new RegExp(name) })).getAllByRole('cell')[4],
  )
  expect(said.map((cell) => cell?.textContent)).toEqual(['Clean', 'Not scanned', 'Blocked'])
  expect(said[1]).toHaveAttribute(
    'title',
    expect.stringContaining('This file has not been scanned for viruses yet'),
  )
  await user.click(within(table).getByRole('link', { name: 'c.pdf' }))
  const dialog = await screen.findByRole('dialog', { name: 'c.pdf' })
  expect(dialog).toHaveTextContent('This file is blocked')
  expect(within(dialog).queryByRole('link', { name: /Download/ })).not.toBeInTheDocument()
})

test('a click opens a folder, the address contains it, and the breadcrumbs lead back', async () => {
  const inner = list([file(5, { name: 'Inside.pdf' })], { path: [{ pid: pid(1), name: 'Checklists' }] })
  server.use(folders({ team: list([folder(1, 'Checklists')]), [pid(1)]: inner }))
  const { user, router } = renderRoutes(routes, '/folders/team', { as: 'team' })
  await user.click(await screen.findByRole('link', { name: 'Checklists' }))
  expect(await screen.findByRole('table', { name: 'Checklists' })).toBeInTheDocument()
  expect(router.state.location.search).toBe(`?folder=${pid(1)}`)
  const way = screen.getByRole('navigation', { name: 'Path' })
  expect(within(way).getByText('Checklists').closest('[aria-current]')).toHaveFocus()
  await user.click(within(way).getByRole('link', { name: 'Team folder' }))
  expect(await screen.findByRole('link', { name: 'Checklists' })).toBeInTheDocument()
  expect(router.state.location.search).toBe('')
})

test('a folder opens by keyboard', async () => {
  server.use(
    folders({
      team: list([folder(1, 'Checklists')]),
      [pid(1)]: list([], { path: [{ pid: pid(1), name: 'Checklists' }] }),
    }),
  )
  const { user, router } = renderRoutes(routes, '/folders/team', { as: 'team' })
  const link = await screen.findByRole('link', { name: 'Checklists' })
  act(() => link.focus())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('This folder is empty.')).toBeInTheDocument()
  expect(router.state.location.search).toBe(`?folder=${pid(1)}`)
})

test('a file is downloaded under its own name', async () => {
  const name = '🏗️ مخطط.pdf'
  server.use(folders({ team: list([file(7, { name })]) }))
  const { user } = renderRoutes(routes, '/folders/team', { as: 'team' })
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  const link = await screen.findByRole('menuitem', { name: 'Download' })
  expect(link).toHaveAttribute('href', `/api/files/${pid(7)}/content`)
  expect(link).toHaveAttribute('download', name)
})

test('an empty folder says so and links to the parent folder', async () => {
  const path = [
    { pid: pid(1), name: 'Fees' },
    { pid: pid(2), name: '2024' },
  ]
  server.use(folders({ [pid(2)]: list([], { path }) }))
  renderRoutes(routes, `/folders/team?folder=${pid(2)}`, { as: 'team' })
  expect(await screen.findByRole('link', { name: 'Go up to Fees' })).toHaveAttribute(
    'href',
    `/folders/team?folder=${pid(1)}`,
  )
})

test.each([
  ['gone', pid(8)],
  ['of another root', pid(9)],
])('a folder that is %s is explained, with a link out of it', async (_, address) => {
  server.use(folders({ team: list([file(1)]), [pid(9)]: list([], { root: 'restricted' }) }))
  const { user } = renderRoutes(routes, `/folders/team?folder=${address}`, { as: 'admin' })
  expect(await screen.findByRole('heading', { name: 'Folder not found' })).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Go to Team folder' }))
  expect(await screen.findByRole('table', { name: 'Team folder' })).toBeInTheDocument()
})

test('a failed folder is loaded with Try again', async () => {
  const problem = {
    type: 'unavailable',
    title: 'Not available',
    status: 503,
    detail: 'The store does not answer.',
    instance: 'req-9',
  }
  server.use(http.get('*/api/aws/listFiles', () => HttpResponse.json(problem, { status: 503 })))
  const { user } = renderRoutes(routes, '/folders/restricted', { as: 'admin' })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The folder could not be loadedThe store does not answer.',
  )
  server.use(folders({ restricted: list([file(1)], { root: 'restricted' }) }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('cell', { name: 'Administrators' })).toBeInTheDocument()
})

test('staff see uploads by client; columns that never differ are hidden from clients', async () => {
  const upload = (number: number, client: string) =>
    file(number, { root: 'uploads', visibility: 'CLIENT', org: { pid: client, title: client } })
  server.use(
    folders({
      uploads: list([upload(1, 'Zeta Roofing'), upload(2, 'Acme Builders'), upload(3, 'Zeta Roofing')], {
        root: 'uploads',
      }),
    }),
  )
  const { unmount } = renderRoutes(routes, '/upload_documents', { as: 'team' })
  expect((await screen.findAllByRole('cell', { name: /Acme|Zeta/ })).map((cell) => cell.textContent)).toEqual(
    ['Acme Builders', 'Zeta Roofing', 'Zeta Roofing'],
  )
  expect(screen.getAllByRole('cell', { name: 'Shared with client' })).toHaveLength(3)
  unmount()
  renderRoutes(routes, '/upload_documents', { as: 'client' })
  expect(await screen.findByRole('table', { name: 'Upload documents' })).toBeInTheDocument()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Name',
    'Size',
    'Modified',
    'Modified by',
    'Virus scan',
  ])
})

test('a submitted file names its package and can be neither moved nor deleted (contract.md 11.3)', async () => {
  const sent = file(1, { name: 'Plan.pdf', submittedWith: { pid: '01PACK', title: 'RT-2026-000003' } })
  server.use(folders({ team: list([sent]) }))
  const { user } = renderRoutes(routes, '/folders/team', { as: 'admin' })
  expect(await screen.findByText('Submitted with RT-2026-000003')).toBeVisible()
  const why = 'This file was submitted with RT-2026-000003 and can’t be changed.'
  for (const act of ['Move', 'Delete']) {
    await user.click(screen.getByRole('button', { name: 'Actions for Plan.pdf' }))
    const item = await screen.findByRole('menuitem', { name: act })
    expect(item).toHaveAttribute('aria-disabled', 'true')
    expect(item).toHaveAccessibleDescription(why)
    await user.click(item)
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  await user.click(screen.getByRole('checkbox', { name: 'Select Plan.pdf' }))
  for (const act of ['Move', 'Delete'])
    expect(screen.getByRole('button', { name: act })).toHaveAccessibleDescription(why)
})
