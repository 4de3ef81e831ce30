import { screen, waitFor, within } from '@testing-library/react'
import { SaveAttachment } from '@portal/contract'
import type { FileRecord, MailLink, MailMessage } from '@portal/contract'
import { crudHandler, renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { routes } from '../../../routes.tsx'
import { pretendLayout } from '../../../test-support/layout.ts'
import { mailServer, message, refusal } from '../../../test-support/mail-server.ts'

beforeEach(() => {
  localStorage.clear()
  pretendLayout()
})

const permit = {
  collection: 'permits' as const,
  pid: '01PERMIT',
  title: 'PM-2026-000123 Fence',
  status: null,
}

function openMail(at: string, messages: readonly MailMessage[]) {
  setWidth(1440)
  const mail = mailServer(messages)
  server.use(
    ...mail.handlers,
    crudHandler(({ apiPath, query }) => {
      if (apiPath !== 'search') return undefined
      const isNamed = /PM-2026-000123|fence/i.test(String(query?.['searchToken']))
      return { body: { hits: isNamed ? [permit] : [] } }
    }),
  )
  return { mail, ...renderRoutes(routes, at, { as: 'team' }) }
}

/**
 * A message with three attachments, the third of which is refused; `kept` are the files the record already
 * has.
 */
function withFiles(kept: string[] = [], subject = 'About PM-2026-000123') {
  const attachments = ['plan.pdf', 'photo.jpg', '.env'].map((name) => ({
    id: name,
    name,
    size: 10,
    mimeType: 'application/pdf',
  }))
  const record = (name: string): FileRecord => ({
    pid: `FILE ${name}`,
    name,
    parentId: 'permits/01PERMIT',
    root: 'permits/01PERMIT',
    size: 10,
    mimeType: 'application/pdf',
    status: 'done',
    updatedAt: '2026-11-01T12:00:00.000Z',
    updatedBy: null,
    visibility: 'INTERNAL',
    org: null,
  })
  server.use(
    http.post('*/api/mail/messages/:id/attachments/:aid/save', async ({ params, request }) => {
      expect(SaveAttachment.parse(await request.json()).parentId).toBe('permits/01PERMIT')
      const name = String(params['aid'])
      if (name.startsWith('.'))
        return refusal(400, 'invalid-input', { detail: 'Unsupported file type: .env.' })
      const isNew = !kept.includes(name)
      if (isNew) kept.push(name)
      return HttpResponse.json({ file: record(name), isNew }, { status: isNew ? 201 : 200 })
    }),
    http.delete('*/api/aws/deleteFile', ({ request }) => {
      const name = new URL(request.url).searchParams.get('fileId')?.replace('FILE ', '') ?? ''
      kept.splice(kept.indexOf(name), 1)
      return HttpResponse.json({ success: true, message: 'OK' })
    }),
  )
  return {
    kept,
    given: (count: number, links: MailLink[] = []) =>
      message('ONE', { subject, links, attachments: attachments.slice(0, count) }),
  }
}

test('l and Enter link a message to the permit it names; the chip says why, and one click unlinks it', async () => {
  const { user, mail } = openMail('/mail/ONE', [message('ONE', { subject: 'About PM-2026-000123' })])
  await screen.findByRole('article')
  await user.keyboard('l')
  expect(await screen.findByRole('option', { name: /PM-2026-000123/ })).toBeInTheDocument()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Linked to PM-2026-000123 Fence.')).toBeInTheDocument()
  const links = within(await screen.findByRole('list', { name: 'Linked records' }))
  expect(links.getByText('Linked manually.')).toBeInTheDocument()
  expect(links.getByRole('link')).toHaveAttribute('href', '/permits/processing/01PERMIT')
  await user.click(links.getByRole('button', { name: /^Unlink/ }))
  await waitFor(() => expect(mail.find('ONE')?.links).toEqual([]))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(mail.find('ONE')?.links).toHaveLength(1))
})

test('links made automatically show the reason', async () => {
  const link = (pid: string, reason: MailLink['reason'], detail: string): MailLink => ({
    collection: 'permits',
    pid,
    title: `Permit ${pid}`,
    reason,
    detail,
  })
  openMail('/mail/ONE', [
    message('ONE', {
      links: [
        link('A', 'reference-number', 'PM-2026-000001'),
        link('B', 'known-address', 'a@acme.example'),
        link('C', 'same-thread', ''),
      ],
    }),
  ])
  const links = within(await screen.findByRole('list', { name: 'Linked records' }))
  expect(links.getByText('Linked automatically: mentions PM-2026-000001.')).toBeInTheDocument()
  expect(links.getByText('Linked automatically: known address a@acme.example.')).toBeInTheDocument()
  expect(links.getByText('Linked automatically: same conversation.')).toBeInTheDocument()
})

test('linking saves the attachments to the record, and Undo reverts both but keeps files that existed before', async () => {
  const { kept, given } = withFiles(['photo.jpg'])
  const { user, mail } = openMail('/mail/ONE', [given(2)])
  await screen.findByRole('article')
  await user.keyboard('l')
  await screen.findByRole('option', { name: /PM-2026-000123/ })
  expect(screen.getByRole('checkbox', { name: 'Save 2 attachments to the record' })).toBeChecked()
  await user.keyboard('{Enter}')
  expect(
    await screen.findByText('Linked to PM-2026-000123 Fence. 2 attachments saved to the record.'),
  ).toBeInTheDocument()
  expect(kept).toEqual(['photo.jpg', 'plan.pdf'])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(kept).toEqual(['photo.jpg']))
  expect(mail.find('ONE')?.links).toEqual([])
})

test('a refused attachment is named with the reason; the others are saved and the link is kept', async () => {
  const { kept, given } = withFiles()
  const { user, mail } = openMail('/mail/ONE', [given(3)])
  await screen.findByRole('article')
  await user.keyboard('l')
  await screen.findByRole('option', { name: /PM-2026-000123/ })
  await user.keyboard('{Enter}')
  expect(
    await screen.findByText('Linked to PM-2026-000123 Fence. 2 of 3 attachments saved to the record.'),
  ).toBeInTheDocument()
  expect(screen.getByText('.env: Unsupported file type: .env.')).toBeInTheDocument()
  expect(kept).toEqual(['plan.pdf', 'photo.jpg'])
  expect(mail.find('ONE')?.links).toHaveLength(1)
})

test('without attachments selected, only the link is created', async () => {
  const { kept, given } = withFiles()
  const { user, mail } = openMail('/mail/ONE', [given(1)])
  await user.click(await screen.findByRole('button', { name: 'Link to a record' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Save attachment to the record' }))
  await user.click(await screen.findByRole('option', { name: /PM-2026-000123/ }))
  expect(await screen.findByText('Linked to PM-2026-000123 Fence.')).toBeInTheDocument()
  expect(mail.find('ONE')?.links).toHaveLength(1)
  expect(kept).toEqual([])
})

test('one click saves the attachments of an automatically linked message, and names those already saved', async () => {
  const { kept, given } = withFiles()
  const link: MailLink = {
    collection: 'permits',
    pid: '01PERMIT',
    title: 'Fence',
    reason: 'reference-number',
    detail: 'PM-2026-000123',
  }
  const { user } = openMail('/mail/ONE', [given(1, [link])])
  const button = await screen.findByRole('button', { name: 'Save attachment to Fence' })
  await user.click(button)
  expect(await screen.findByText('Attachment saved to Fence.')).toBeInTheDocument()
  expect(kept).toEqual(['plan.pdf'])
  await user.click(button)
  expect(await screen.findByText('The attachment was already saved to Fence.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('S-08: a record is suggested for an unverified sender, and one click links or dismisses it', async () => {
  setWidth(1440)
  const offered = (pid: string, reason: MailLink['reason']): MailLink => ({
    collection: 'permits',
    pid,
    title: `Record ${pid}`,
    reason,
    detail: 'PM-2026-000123',
  })
  const mail = mailServer([
    message('ONE', { offeredLinks: [offered('A', 'reference-number'), offered('B', 'same-thread')] }),
  ])
  server.use(...mail.handlers)
  const { user } = renderRoutes(routes, '/mail/ONE', { as: 'team' })
  const offers = await screen.findByRole('region', { name: 'Suggested records' })
  expect(offers).toHaveTextContent('Not linked: sender not verified.')
  await user.click(screen.getByRole('button', { name: 'Link to Record A' }))
  await waitFor(() => expect(mail.find('ONE')?.links?.map(({ pid }) => pid)).toEqual(['A']))
  await user.click(await screen.findByRole('button', { name: 'Do not link to Record B' }))
  await waitFor(() => expect(mail.find('ONE')?.offeredLinks).toEqual([]))
})

test('S-10: a message of the viewer’s own mailbox is shared with one click, and Undo reverts it', async () => {
  setWidth(1440)
  const link: MailLink = {
    collection: 'permits',
    pid: 'A',
    title: 'Fence',
    reason: 'same-thread',
    detail: '',
  }
  const mail = mailServer([message('ONE', { links: [link], isShared: false })])
  server.use(...mail.handlers)
  const { user } = renderRoutes(routes, '/mail/ONE', { as: 'team' })
  expect(
    await screen.findByText(
      'Staff can see in the linked records that you have a message, but not its subject.',
    ),
  ).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Share subject' }))
  expect(
    await screen.findByText('Staff can see the subject of this message in the linked records.'),
  ).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(mail.find('ONE')?.isShared).toBe(false))
})
