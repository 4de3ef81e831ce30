import { screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { collections } from '@portal/contract'
import type { Role } from '@portal/contract'
import { RecordPage } from '../page/RecordPage.lazy.tsx'
import { createPanel } from '../../slots/create-panel.tsx'
import type { PanelModule, PanelProps } from '../../portal/shell-api.ts'
import type { PanelOffer } from '../../portal/shell-api.ts'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { expectConsole } from '../../test-support/console.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'

const routes = [
  {
    path: '/permits/processing/:pid?',
    element: (
      <RecordPage collection={collections.permits} label="Processing permits" path="/permits/processing" />
    ),
  },
]

const permit = {
  pid: '01PERMIT000000000000000001',
  version: 3,
  refNo: 'PM-2026-000001',
  title: '4th St. warehouse',
  org: { pid: '01ORG', title: 'Acme Builders' },
  status: 'UNDER_REVIEW',
  court: 'AUTHORITY',
  statusChangedAt: new Date(Date.now() - 5 * 86_400_000).toISOString(),
  feeTotal: 12_550,
  issuedDate: null,
  targetDate: '2026-03-12',
}

const files: PanelOffer = {
  remote: 'files',
  panel: {
    slot: 'record.tab',
    collections: ['permits'],
    id: 'files',
    label: 'Files',
    order: 2,
    expose: './files-tab',
  },
}

function openPermit(
  as: Role,
  panels: readonly PanelOffer[] = [],
  loadPanel?: () => Promise<PanelModule>,
  more: object = {},
) {
  const record = { ...permit, ...more }
  setWidth(1600)
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === 'permits'
        ? { body: { permits: [record], metadata: { count: 1, page: 1, pageSize: 50 } } }
        : { body: record },
    ),
  )
  return renderRoutes(routes, `/permits/processing/${permit.pid}`, {
    as,
    panels,
    ...(loadPanel && { loadPanel }),
  })
}

test('the head shows the record, its status, who must act and for how long (look.md 4)', async () => {
  openPermit('team')
  const dialog = await screen.findByRole('dialog', { name: '4th St. warehouse' })
  expect(within(dialog).getAllByText('PM-2026-000001').length).toBeGreaterThan(0)
  expect(within(dialog).getAllByText('Under review').length).toBeGreaterThan(0)
  expect(dialog).toHaveTextContent('Waiting on: Agency')
  expect(dialog).toHaveTextContent('5 days in this status')
})

test('a record that entered its status today says so', async () => {
  openPermit('team', [], undefined, { statusChangedAt: new Date().toISOString() })
  expect(await screen.findByRole('dialog', { name: '4th St. warehouse' })).toHaveTextContent(
    'In this status: today',
  )
})

test('the head shows how long the whole process has run or took', async () => {
  const received = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
  const { unmount } = openPermit('team', [], undefined, {
    statusChangedAt: new Date().toISOString(),
    receivedDate: received,
  })
  expect(await screen.findByRole('dialog', { name: '4th St. warehouse' })).toHaveTextContent(
    /In this status: today.*In process for (39|40|41) days/,
  )
  unmount()
  openPermit('team', [], undefined, {
    bucket: 'processed',
    status: 'ISSUED',
    receivedDate: '2026-01-01',
    issuedDate: '2026-03-02',
  })
  expect(await screen.findByRole('dialog', { name: '4th St. warehouse' })).toHaveTextContent(
    '60 days in total',
  )
})

test('details are grouped, money has its currency, and an editable empty field says that it is empty', async () => {
  openPermit('team', [], undefined, { parcelNo: null })
  const details = await screen.findByRole('tabpanel', { name: 'Details' })
  expect(within(details).getByText('Fee total').nextSibling).toHaveTextContent('$125.50')
  expect(within(details).getByText('Due').nextSibling).toHaveTextContent('Mar 12, 2026')
  expect(
    within(within(details).getByRole('region', { name: 'Site' })).getByRole('img', { name: 'Empty' }),
  ).toBeInTheDocument()
  expect(within(details).queryByText('Issued date')).not.toBeInTheDocument()
})

test('internal fields are under More for staff, and absent from a client’s details', async () => {
  const internals = {
    bucket: 'processing',
    outcome: 'ISSUED',
    cycleNo: 2,
    attributes: { units: 3 },
    holdReason: null,
  }
  const { unmount } = openPermit('team', [], undefined, internals)
  const more = within(await screen.findByRole('region', { name: 'More' }))
  expect(more.getByText('Submission cycle')).not.toBeVisible()
  expect(screen.queryByText('Bucket')).not.toBeInTheDocument()
  unmount()
  openPermit('client', [], undefined, internals)
  const details = within(await screen.findByRole('tabpanel', { name: 'Details' }))
  for (const label of [
    'More',
    'Submission cycle',
    'Outcome',
    'Type-specific details',
    'Bucket',
    'Hold reason',
  ]) {
    expect(details.queryByText(label)).not.toBeInTheDocument()
  }
})

// A panel is a separate React root that renders after its code has loaded, outside the testing library's act.
beforeEach(() => expectConsole(/Root inside a test was not wrapped in act/))

function FilesPanel({ pid, onCount }: PanelProps) {
  useEffect(() => onCount(3), [onCount])
  return <p>Files of {pid}</p>
}

test('a panel of another remote is a tab; its count is a description, not part of the name (contract.md 9)', async () => {
  const { user, router } = openPermit('team', [files], () => Promise.resolve(createPanel(FilesPanel)))
  await user.click(await screen.findByRole('tab', { name: 'Files' }))
  expect(await screen.findByText(`Files of ${permit.pid}`)).toBeInTheDocument()
  await waitFor(() =>
    expect(screen.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-description', '3'),
  )
  expect(router.state.location.search).toBe('?tab=Files')
})

test('a menu lists every tab and opens the chosen one', async () => {
  const { user, router } = openPermit('team', [files], () => Promise.resolve(createPanel(FilesPanel)))
  const names = (await screen.findAllByRole('tab')).map((tab) => tab.getAttribute('aria-label'))
  await user.click(screen.getByRole('button', { name: 'All tabs', hidden: true }))
  const menu = within(await screen.findByRole('menu', { name: 'All tabs' }))
  expect(menu.getAllByRole('menuitem').map((item) => item.getAttribute('aria-label'))).toEqual(names)
  await user.click(menu.getByRole('menuitem', { name: 'Files' }))
  expect(router.state.location.search).toBe('?tab=Files')
  expect(screen.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true')
})

test('unopened tabs show their counts from one request, and keep their accessible names', async () => {
  setWidth(1600)
  const asked: string[] = []
  server.use(
    crudHandler(
      ({ apiPath }) => {
        asked.push(apiPath)
        if (apiPath.endsWith('/counts')) return { body: { counts: { Files: 12, Notes: 2, History: 0 } } }
        return apiPath === 'permits'
          ? { body: { permits: [permit], metadata: { count: 1, page: 1, pageSize: 50 } } }
          : { body: permit }
      },
      { answersCounts: true },
    ),
  )
  renderRoutes(routes, `/permits/processing/${permit.pid}`, { as: 'team', panels: [files] })
  const notes = await screen.findByRole('tab', { name: 'Notes' })
  await waitFor(() => expect(notes).toHaveAttribute('aria-description', '2'))
  expect(notes.querySelector('[data-drawn]')).toHaveAttribute('data-drawn', '2')
  expect(screen.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-description', '12')
  expect(screen.getByRole('tab', { name: 'History' }).querySelector('[data-drawn]')).toBeNull()
  expect(asked.filter((path) => path.endsWith('/counts'))).toEqual([`permits/${permit.pid}/counts`])
})

test('a panel that cannot be loaded says so in its tab only, and Try again loads it', async () => {
  let isDown = true
  const load = () =>
    isDown ? Promise.reject(new Error('remote files is down')) : Promise.resolve(createPanel(FilesPanel))
  const { user } = openPermit('team', [files], load)
  await user.click(await screen.findByRole('tab', { name: 'Files' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The Files tab could not be opened')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(`Files of ${permit.pid}`)).toBeInTheDocument()
})

test('a panel that throws while rendering does not break the drawer', async () => {
  expectConsole(/broken panel|error boundary|React will try/i)
  const Broken = () => {
    throw new Error('broken panel')
  }
  const { user } = openPermit('team', [files], () => Promise.resolve(createPanel(Broken)))
  await user.click(await screen.findByRole('tab', { name: 'Files' }))
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'Details' }))
  expect(await screen.findByRole('tabpanel', { name: 'Details' })).toHaveTextContent('Fee total')
})

function WritingPanel({ onDirty }: PanelProps) {
  return (
    <input aria-label="Remark" autoComplete="off" onChange={({ target }) => onDirty(target.value !== '')} />
  )
}

test('text typed into a panel of another remote survives a tab change, and leaving asks first', async () => {
  const { user, told } = openPermit('team', [files], () => Promise.resolve(createPanel(WritingPanel)))
  await user.click(await screen.findByRole('tab', { name: 'Files' }))
  await user.type(await screen.findByRole('textbox', { name: 'Remark' }), 'Half a rem')
  await user.click(screen.getByRole('tab', { name: 'Details' }))
  expect(await screen.findByRole('tabpanel', { name: 'Details' })).toHaveTextContent('Fee total')
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
  expect(told.unsaved).toBe(true)
  await user.click(screen.getByRole('tab', { name: 'Files' }))
  expect(await screen.findByRole('textbox', { name: 'Remark' })).toHaveValue('Half a rem')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).getByRole('button', {
      name: 'Stay',
    }),
  )
  await user.clear(screen.getByRole('textbox', { name: 'Remark' }))
  await waitFor(() => expect(told.unsaved).toBe(false))
})
