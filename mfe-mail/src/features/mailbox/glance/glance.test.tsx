import { screen, within } from '@testing-library/react'
import { RemoteManifest, panelProblem } from '@portal/contract'
import { createPortalStore } from '@portal/shared-ui'
import type { SlotProps } from '@portal/shared-ui'
import { QueryClient } from '@portal/shared-ui/query'
import { crudHandler, renderRoutes, server, testShell } from '@portal/shared-ui/test-support'
import { http } from 'msw'
import manifest from '../../../../portal.json'
import { mailServer, message, refusal } from '../../../test-support/mail-server.ts'
import { LastMailCard } from './LastMailCard.tsx'
import { UnreadTile } from './UnreadTile.tsx'

test('the tile links to the inbox with the number of unread messages', async () => {
  const messages = [message('ONE', { isRead: false }), message('TWO'), message('OLD', { folder: 'archive' })]
  server.use(...mailServer(messages).handlers)
  renderRoutes([{ path: '/', element: <UnreadTile /> }], '/', { as: 'team' })
  expect(await screen.findByRole('link', { name: '1' })).toHaveAttribute('href', '/mail')
  expect(screen.getByText('of 2 in the inbox')).toBeVisible()
})

test('without the mailbox the tile says so', async () => {
  server.use(http.get('*/api/mail/folders', () => refusal(403, 'forbidden')))
  renderRoutes([{ path: '/', element: <UnreadTile /> }], '/', { as: 'team' })
  expect(await screen.findByText('Could not be loaded', undefined, { timeout: 15_000 })).toBeVisible()
}, 30_000)

function openCard(related: object[]) {
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === 'permits/01PERMIT/related' ? { body: { related } } : undefined,
    ),
  )
  const props: Omit<SlotProps<'record.card'>, 'shell'> = {
    slot: 'record.card',
    collection: 'permits',
    pid: '01PERMIT',
    record: { pid: '01PERMIT', version: 1 },
    readOnly: false,
    store: createPortalStore(),
    queryClient: new QueryClient(),
  }
  const element = <LastMailCard {...props} shell={testShell()} />
  return renderRoutes([{ path: '/', element }], '/', { as: 'team' })
}

const mail = (id: string, at: string) => ({
  relation: 'Mail',
  collection: 'mail',
  pid: id,
  title: `Subject ${id}`,
  status: null,
  path: `/mail/${id}`,
  mail: { from: `Sender ${id}`, at },
})

test('the card shows the newest message about the record, and how many more there are', async () => {
  const task = { relation: 'Task', collection: 'tasks', pid: 'T', title: 'Call', status: 'OPEN' }
  const { container } = openCard([
    task,
    mail('OLD', '2026-11-01T12:00:00.000Z'),
    mail('NEW', '2026-11-03T12:00:00.000Z'),
  ])
  const link = await within(container).findByRole('link')
  expect(link).toHaveTextContent('Subject NEW')
  expect(link).toHaveAttribute('href', '/mail/NEW')
  expect(screen.getByText(/^Sender NEW, .* · 1 more$/)).toBeVisible()
})

test('a record without mail says so', async () => {
  openCard([])
  expect(await screen.findByText('No mail about this record.')).toBeVisible()
})

test('every panel of the manifest can be shown', () => {
  expect(panelProblem(RemoteManifest.parse(manifest).panels)).toBeNull()
})
