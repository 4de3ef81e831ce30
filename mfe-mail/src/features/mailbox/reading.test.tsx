import { act, screen, waitFor } from '@testing-library/react'
import type { MailMessage } from '@portal/contract'
import { renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'
import { pretendLayout } from '../../test-support/layout.ts'
import { mailServer, message } from '../../test-support/mail-server.ts'

beforeEach(() => {
  localStorage.clear()
  pretendLayout()
})

function openMail(at: string, messages: readonly MailMessage[]) {
  setWidth(1440)
  const mail = mailServer(messages)
  server.use(...mail.handlers)
  return { mail, ...renderRoutes(routes, at, { as: 'team' }) }
}

test('remote images are shown on request, once or always for this sender (look.md 5)', async () => {
  const from = { name: 'Bulletin', address: 'news@bulletin.example' }
  const { user, router } = openMail('/mail/ONE', [
    message('ONE', { blockedPictures: 2, from }),
    message('TWO', { blockedPictures: 1, from }),
  ])
  const frame = () => screen.findByTitle(/^Text of/)
  expect((await frame()).getAttribute('src')).not.toContain('pictures=')
  await user.click(screen.getByRole('button', { name: 'Show once' }))
  expect((await frame()).getAttribute('src')).toContain('&pictures=shown')
  await act(() => router.navigate('/mail/TWO'))
  await user.click(await screen.findByRole('button', { name: 'Always from this sender' }))
  await act(() => router.navigate('/mail/ONE'))
  await screen.findByRole('article', { name: 'Subject ONE' })
  expect((await frame()).getAttribute('src')).toContain('&pictures=shown')
})

test('signs of fraud are explained above the body', async () => {
  openMail('/mail/ONE', [
    message('ONE', { hints: [{ kind: 'reply-elsewhere', detail: 'other@evil.example' }] }),
  ])
  const note = await screen.findByRole('note', { name: 'Be careful with this message' })
  expect(note).toHaveTextContent('Replies go to other@evil.example, not to the sender.')
})

test('a message that could not be sent shows the reason in the outbox, and can be resent or canceled', async () => {
  const sending = {
    id: 'S',
    state: 'failed' as const,
    undoUntil: '2026-11-01T12:00:00.000Z',
    reason: 'No SMTP server is configured.',
  }
  const { user, mail } = openMail('/mail/OUT?folder=outbox', [message('OUT', { folder: 'outbox', sending })])
  expect(await screen.findByText('Not sent: No SMTP server is configured.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Resend' }))
  expect(await screen.findByText('Sending.')).toBeInTheDocument()
  // The retry may fail immediately for the same reason; it is reported anyway.
  expect(screen.getByText('Resending “Subject OUT”.')).toBeInTheDocument()
  mail.addDraft('OUT', { subject: 'Subject OUT' })
  await user.click(screen.getByRole('button', { name: 'Cancel send' }))
  await screen.findByRole('textbox', { name: 'Message' })
  expect(mail.find('OUT')?.folder).toBe('drafts')
})

test('several messages are changed together, and one Undo restores each of them', async () => {
  const { user, mail } = openMail('/mail', [
    message('ONE', { isRead: false }),
    message('TWO'),
    message('THREE'),
  ])
  await user.click(await screen.findByRole('checkbox', { name: 'Select', description: 'Subject ONE' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select', description: 'Subject TWO' }))
  expect(screen.getByText('2 selected')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Mark as read selected' }))
  await waitFor(() => expect(mail.find('ONE')?.isRead).toBe(true))
  await user.click(await screen.findByRole('button', { name: 'Archive selected' }))
  expect(await screen.findByText('2 messages moved to Archive.')).toBeInTheDocument()
  expect([mail.find('ONE')?.folder, mail.find('TWO')?.folder]).toEqual(['archive', 'archive'])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect([mail.find('ONE')?.folder, mail.find('TWO')?.folder]).toEqual(['inbox', 'inbox']),
  )
})

test('a message is restored from the deleted items', async () => {
  const { user, mail } = openMail('/mail/TWO', [message('TWO')])
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('Moved to Deleted items.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(mail.find('TWO')?.folder).toBe('inbox'))
})

test('a truncated message says so, and the complete one is one click away', async () => {
  openMail('/mail/ONE', [message('ONE', { unreadRest: 'parts' })])
  expect(await screen.findByText('Message truncated: more than 1,000 parts.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Download original' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/ONE\/raw/),
  )
})

test('S-03: a message that could not be parsed in time says so, and links to the complete one', async () => {
  openMail('/mail/ONE', [message('ONE', { unreadRest: 'time' })])
  expect(await screen.findByText(/The message could not be read within 10 seconds/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Download original' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/ONE\/raw/),
  )
})

test('F21: a delivery report says what happened for each recipient and why, and links to the message', async () => {
  const recipient = {
    address: 'ben@acme.example',
    outcome: 'failed',
    reason: 'The mailbox is full.',
  } as const
  const { user, router } = openMail('/mail/BOUNCE', [
    message('BOUNCE', {
      report: {
        kind: 'delivery',
        subject: 'Fence',
        messageId: 'm@x',
        recipients: [recipient],
        about: 'SENT',
      },
    }),
    message('SENT', {
      folder: 'sentitems',
      outcomes: [{ ...recipient, id: 'BOUNCE', receivedAt: '2026-11-01T12:00:00.000Z' }],
    }),
  ])
  const report = await screen.findByRole('note', { name: 'Delivery report' })
  expect(report).toHaveTextContent(
    'Could not be delivered to ben@acme.example. The mailbox is full.Message: “Fence”',
  )
  await user.click(screen.getByRole('link', { name: 'Open the message' }))
  expect(await screen.findByRole('note', { name: 'Delivery status' })).toHaveTextContent(
    'Could not be delivered to ben@acme.example.',
  )
  await user.click(screen.getByRole('link', { name: 'Open report' }))
  expect(router.state.location.pathname).toBe('/mail/BOUNCE')
})

const unproven = {
  verdict: 'unverified',
  by: 'portal',
  domain: 'portal.example',
  spf: 'none',
  dkim: 'none',
  dmarc: 'none',
  arc: 'none',
} as const

test('S-08: an external message that claims to be from the office is marked, and its images are not shown', async () => {
  const from = { name: 'Kofi', address: 'admin@portal.example' }
  const { user } = openMail('/mail/ONE', [
    message('ONE', {
      from,
      blockedPictures: 1,
      authentication: unproven,
      hints: [{ kind: 'forged-own', detail: 'portal.example' }],
    }),
  ])
  expect(await screen.findByText('External')).toBeInTheDocument()
  const note = screen.getByRole('note', { name: 'Be careful with this message' })
  expect(note).toHaveTextContent(
    'This message claims to be from portal.example, but that could not be verified.',
  )
  expect(screen.getByRole('button', { name: 'Show once' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Always from this sender' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show details' }))
  expect(screen.getByText(/^Sender not verified: portal.example/)).toBeInTheDocument()
})

test('S-08: a verified external message says so, and mail between portal users shows nothing', async () => {
  const authentication = {
    ...unproven,
    verdict: 'verified',
    domain: 'city.example',
    dkim: 'pass',
    dmarc: 'pass',
  } as const
  const { user, router } = openMail('/mail/ONE', [message('ONE', { authentication }), message('TWO')])
  await screen.findByText('External')
  await user.click(screen.getByRole('button', { name: 'Show details' }))
  expect(
    screen.getByText('Sender verified: city.example. (SPF: none, DKIM: pass, DMARC: pass)'),
  ).toBeInTheDocument()
  await act(() => router.navigate('/mail/TWO'))
  await screen.findByRole('article', { name: 'Subject TWO' })
  expect(screen.queryByText('External')).not.toBeInTheDocument()
})
