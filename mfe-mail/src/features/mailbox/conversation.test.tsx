import { screen, waitFor, within } from '@testing-library/react'
import type { MailMessage } from '@portal/contract'
import { renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'
import { pretendLayout } from '../../test-support/layout.ts'
import { mailServer, message } from '../../test-support/mail-server.ts'

beforeEach(pretendLayout)
afterEach(() => localStorage.clear())

function openMail(at: string, messages: readonly MailMessage[]) {
  setWidth(1440)
  const mail = mailServer(messages)
  server.use(...mail.handlers)
  return { mail, ...renderRoutes(routes, at, { as: 'team' }) }
}
const at = (minute: number) => `2026-11-01T12:0${minute}:00.000Z`
const conversationId = 'FENCE'
/** A question, our answer, and two more of theirs; newest first, as the portal lists them. */
const fence = [
  message('FOUR', { conversationId, receivedAt: at(4), isRead: false }),
  message('THREE', { conversationId, receivedAt: at(3) }),
  message('SENT', { conversationId, receivedAt: at(2), folder: 'sentitems' }),
  message('ONE', { conversationId, receivedAt: at(1) }),
]
const list = () => screen.findByRole('list', { name: 'Messages' })

test('a folder lists one row per conversation with its count; switching to messages is remembered', async () => {
  const { user } = openMail('/mail', [...fence, message('OTHER')])
  expect(await screen.findByText('2 conversations')).toBeInTheDocument()
  const rows = within(await list()).getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toHaveTextContent(/Unread.*Sender FOUR.*4 messages.*Subject FOUR/)
  expect(rows[1]).not.toHaveTextContent('1 message')
  const grouping = screen.getByRole('button', { name: 'Group by conversation' })
  expect(grouping).toHaveAttribute('aria-pressed', 'true')
  await user.click(grouping)
  expect(await screen.findByText('4 messages')).toBeInTheDocument()
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(4)
  expect(localStorage.getItem('portal.mail-by-conversation')).toBe('no')
  await user.click(grouping)
})

test('a conversation shows its newest message, folds the others, and includes sent ones', async () => {
  const { user } = openMail('/mail/FOUR', fence)
  const group = within(await screen.findByRole('group', { name: 'Conversation of 4 messages' }))
  expect(group.getByRole('article', { name: 'Subject FOUR' })).toBeInTheDocument()
  expect(group.getAllByRole('article')).toHaveLength(1)
  const lines = group
    .getAllByRole('button', { expanded: false })
    .filter((line) => line.textContent?.includes('Preview'))
  expect(
    lines.map((line) => /Preview (\w+)/.exec(line.textContent ?? '')?.[1]?.replace(/(Inbox|Sent).*/, '')),
  ).toEqual(['THREE', 'SENT', 'ONE'])
  await user.click(group.getByRole('button', { name: /Preview SENT/ }))
  expect(await group.findByRole('article', { name: 'Subject SENT' })).toBeInTheDocument()
  await user.click(group.getByRole('button', { name: /To: Reader/, expanded: true }))
  await waitFor(() => expect(group.getAllByRole('article')).toHaveLength(1))
})

test('unread messages of a conversation are opened with it and marked as read', async () => {
  const { mail } = openMail('/mail/FOUR', [
    ...fence.slice(0, 3),
    message('ONE', { conversationId, receivedAt: at(1), isRead: false }),
  ])
  expect(await screen.findByRole('article', { name: 'Subject ONE' })).toBeInTheDocument()
  await waitFor(() => expect(mail.find('ONE')?.isRead).toBe(true))
  expect(mail.find('FOUR')?.isRead).toBe(true)
})

test('an opened older message is visible, with newer ones folded above it', async () => {
  openMail('/mail/THREE', fence)
  const group = within(await screen.findByRole('group', { name: 'Conversation of 4 messages' }))
  expect(await group.findByRole('article', { name: 'Subject THREE' })).toBeInTheDocument()
  expect(group.getAllByRole('article')).toHaveLength(1)
  expect(group.getByRole('button', { name: /Preview FOUR/, expanded: false })).toBeInTheDocument()
})

test('a selected conversation is archived with all of its messages in the folder', async () => {
  const { user, mail } = openMail('/mail', [...fence, message('OTHER')])
  await user.click(within(await list()).getAllByRole('checkbox')[0] ?? document.body)
  await user.click(screen.getByRole('button', { name: 'Archive selected' }))
  await screen.findByText('3 messages moved to Archive.')
  expect(['FOUR', 'THREE', 'ONE', 'SENT'].map((id) => mail.find(id)?.folder)).toEqual([
    'archive',
    'archive',
    'archive',
    'sentitems',
  ])
})
