import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { mailFolderIds, mailFolderNames } from '@portal/contract'
import type { MailMessage } from '@portal/contract'
import { renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { routes } from './routes.tsx'
import { pretendLayout } from './test-support/layout.ts'
import { mailServer, message, refusal } from './test-support/mail-server.ts'

beforeEach(pretendLayout)

function openMail(
  at: string,
  messages: readonly MailMessage[],
  options: { width?: number; mailbox?: string } = {},
) {
  setWidth(options.width ?? 1440)
  const mail = mailServer(messages, { mailbox: options.mailbox ?? null })
  server.use(...mail.handlers)
  return { mail, ...renderRoutes(routes, at, { as: 'team' }) }
}
const three = [message('ONE', { isRead: false }), message('TWO'), message('THREE')]
const list = () => screen.findByRole('list', { name: 'Messages' })
const folder = (name: string) => screen.getByRole('link', { name })

test('mail shows the folders by name, described by their unread counts, and the inbox (contract.md 9)', async () => {
  openMail('/mail', [...three, message('OLD', { folder: 'archive' })])
  const rows = within(await list()).getAllByRole('listitem')
  expect(rows).toHaveLength(3)
  expect(rows[0]).toHaveTextContent(/Unread.*Sender ONE.*Subject ONE.*Preview ONE/)
  expect(rows[1]).not.toHaveTextContent('Unread')
  const folders = within(screen.getByRole('navigation', { name: 'Folders' }))
  expect(folders.getAllByRole('link').map((link) => link.textContent)).toEqual(
    mailFolderIds.map((id) => mailFolderNames[id]),
  )
  await waitFor(() => expect(folder('Inbox')).toHaveAccessibleDescription('1 unread'))
  expect(folder('Inbox')).toHaveAttribute('aria-current', 'page')
  expect(folder('Drafts')).not.toHaveAccessibleDescription()
})

test('each folder name in the address is a folder, everything else a message', async () => {
  const { user, router } = openMail('/mail', [...three, message('OLD', { folder: 'archive' })])
  await user.click(await screen.findByRole('link', { name: 'Archive' }))
  expect(router.state.location.pathname).toBe('/mail/archive')
  expect(within(await list()).getByRole('link', { name: /Subject OLD/ })).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: /Subject OLD/ }))
  expect(router.state.location.pathname).toBe('/mail/OLD')
  expect(await screen.findByRole('article', { name: 'Subject OLD' })).toBeInTheDocument()
  expect(folder('Archive')).toHaveAttribute('aria-current', 'page')
})

test('opening a message marks it as read; marked as unread again, it stays unread', async () => {
  const { user, mail } = openMail('/mail', three)
  await user.click(await screen.findByRole('link', { name: /Subject ONE/ }))
  await screen.findByRole('button', { name: 'Mark as unread' })
  await waitFor(() => expect(folder('Inbox')).not.toHaveAccessibleDescription())
  await user.click(screen.getByRole('button', { name: 'Mark as unread' }))
  await screen.findByRole('button', { name: 'Mark as read' })
  await waitFor(() => expect(folder('Inbox')).toHaveAccessibleDescription('1 unread'))
  expect(mail.find('ONE')?.isRead).toBe(false)
})

test('the body is shown in a frame without scripts, loaded from its own address (contract.md 10.6)', async () => {
  openMail('/mail/ONE', three)
  const frame = await screen.findByTitle('Text of “Subject ONE”')
  expect(frame).toHaveAttribute(
    'src',
    '/api/mail/messages/ONE/body?mailbox=team%40portal.example&scheme=light',
  )
  expect(frame.getAttribute('sandbox')?.split(' ').toSorted()).toEqual([
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-same-origin',
  ])
  expect(frame).not.toHaveAttribute('srcdoc')
})

test('S-15: an unscanned attachment is labeled; an infected one can be neither downloaded nor saved', async () => {
  const at = { size: 2048, mimeType: 'application/pdf' }
  const attachments = [
    { ...at, id: 'A', name: 'clean.pdf', scanned: 'clean' as const },
    { ...at, id: 'B', name: 'unseen.pdf', scanned: 'not scanned' as const },
    { ...at, id: 'C', name: 'bad.pdf', scanned: 'infected' as const },
  ]
  openMail('/mail/ONE', [message('ONE', { attachments, hasAttachments: true })])
  const listed = await screen.findByRole('list', { name: 'Attachments' })
  expect(
    within(listed)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['clean.pdf2.0 kB', 'unseen.pdf2.0 kBNot scanned', 'bad.pdfBlocked: virus found'])
  expect(
    within(listed)
      .getAllByRole('link')
      .map((link) => link.getAttribute('download')),
  ).toEqual(['clean.pdf', 'unseen.pdf'])
  expect(within(listed).queryByRole('button', { name: 'Save bad.pdf to a record' })).not.toBeInTheDocument()
})

test('the header shows sender, recipients and time, and expands to the full list', async () => {
  const people = {
    cc: [{ name: 'Carla', address: 'carla@city.example' }],
    to: [
      { name: 'Reader', address: 'team@portal.example' },
      { name: '', address: 'x@y.example' },
    ],
  }
  const { user } = openMail('/mail/ONE', [message('ONE', people)])
  const article = within(await screen.findByRole('article'))
  expect(article.getByText('to Reader and 1 more')).toBeInTheDocument()
  await user.click(article.getByRole('button', { name: 'Show details' }))
  for (const line of [
    'Sender ONE <ONE@mail.example>',
    'Reader <team@portal.example>, x@y.example',
    'Carla <carla@city.example>',
    'Inbox',
  ]) {
    expect(
      article.getByText((_text, element) => element?.tagName === 'DD' && element.textContent === line),
    ).toBeInTheDocument()
  }
})

test('attachments are downloads with name and size, and blocked images are reported', async () => {
  const attachments = [{ id: 'A1', name: 'Plan.pdf', size: 12_400, mimeType: 'application/pdf' }]
  openMail('/mail/ONE', [message('ONE', { attachments, hasAttachments: true, blockedPictures: 3 })])
  const link = await screen.findByRole('link', { name: 'Plan.pdf 12 kB' })
  expect(link).toHaveAttribute('href', '/api/mail/messages/ONE/attachments/A1')
  expect(link).toHaveAttribute('download', 'Plan.pdf')
  expect(screen.getByText(/3 images blocked/)).toBeInTheDocument()
})

test('an archived message leaves the list, the next one opens, and Undo restores it', async () => {
  const { user, mail, router } = openMail('/mail/ONE', three)
  await user.click(await screen.findByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Moved to Archive.')).toBeInTheDocument()
  await waitFor(() => expect(router.state.location.pathname).toBe('/mail/TWO'))
  await waitFor(() => expect(screen.queryByRole('link', { name: /Subject ONE/ })).toBeNull())
  expect(mail.find('ONE')?.folder).toBe('archive')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mail/ONE'))
  expect(mail.find('ONE')?.folder).toBe('inbox')
})

test('deleting moves a message to the deleted items; deleting it there asks first and is permanent', async () => {
  const { user, mail, router } = openMail('/mail/TWO', three)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('Moved to Deleted items.')
  expect(mail.find('TWO')?.folder).toBe('deleteditems')
  await act(() => router.navigate('/mail/TWO?folder=deleteditems'))
  await waitFor(() => expect(screen.getByRole('article', { name: 'Subject TWO' })).toBeInTheDocument())
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Delete permanently?' })).getByRole('button', {
      name: 'Delete permanently',
    }),
  )
  expect(await screen.findByText('Permanently deleted.')).toBeInTheDocument()
  expect(mail.find('TWO')).toBeUndefined()
})

test('a flag is set and removed', async () => {
  const { user, mail } = openMail('/mail/TWO', three)
  await user.click(await screen.findByRole('button', { name: 'Flag' }))
  await user.click(await screen.findByRole('button', { name: 'Remove flag' }))
  expect(await screen.findByRole('button', { name: 'Flag' })).toBeInTheDocument()
  expect(mail.find('TWO')?.flag).toBe(false)
})

test('a failed change is reported and changes nothing', async () => {
  const { user } = openMail('/mail/TWO', three)
  await screen.findByRole('article')
  server.use(
    http.patch('*/api/mail/messages', () =>
      refusal(503, 'unavailable', { detail: 'The mailbox is locked.' }),
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Could not be saved')).toBeInTheDocument()
  expect(screen.getByText('The mailbox is locked.')).toBeInTheDocument()
  expect(screen.getByRole('article', { name: 'Subject TWO' })).toBeInTheDocument()
})

test('j and k move through the list, u closes, e archives, / searches; keys typed into the search do nothing else', async () => {
  const { user, router, mail } = openMail('/mail', three)
  await list()
  await user.keyboard('j')
  await screen.findByRole('article', { name: 'Subject ONE' })
  await user.keyboard('j')
  await screen.findByRole('article', { name: 'Subject TWO' })
  await user.keyboard('k')
  await screen.findByRole('article', { name: 'Subject ONE' })
  await user.keyboard('u')
  await waitFor(() => expect(router.state.location.pathname).toBe('/mail'))
  await user.keyboard('j')
  await screen.findByRole('article', { name: 'Subject ONE' })
  await user.keyboard('e')
  await screen.findByText('Moved to Archive.')
  await user.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
  await user.keyboard('je')
  expect(mail.find('TWO')?.folder).toBe('inbox')
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('je')
})

test('the search is in the address, shows the number of hits, and is cleared from its empty result', async () => {
  const { user, router } = openMail('/mail', three)
  await list()
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'two')
  expect(await screen.findByText('1 message found in all folders')).toBeInTheDocument()
  expect(router.state.location.search).toBe('?q=two')
  await user.type(screen.getByRole('searchbox'), 'zz')
  expect(await screen.findByText('No results for “twozz”')).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Clear search' }))
  expect(await screen.findByText('3 conversations')).toBeInTheDocument()
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

test('a search covers all folders and names the folder of each hit, until it is limited to the open folder', async () => {
  const drafted = message('TWODRAFT', { folder: 'drafts', subject: 'Two, not sent' })
  const { user, router } = openMail('/mail', [
    ...three,
    message('OLDTWO', { folder: 'archive', subject: 'Old two' }),
    drafted,
  ])
  await list()
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'two')
  expect(await screen.findByText('3 messages found in all folders')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Old two.*Archive/ })).toHaveAttribute('href', '/mail/OLDTWO?q=two')
  expect(screen.getByRole('link', { name: /Two, not sent.*Drafts/ })).toHaveAttribute(
    'href',
    '/mail?q=two&draft=TWODRAFT',
  )
  await user.click(screen.getByRole('link', { name: 'Search Inbox only' }))
  expect(await screen.findByText('1 message found in Inbox')).toBeInTheDocument()
  expect(router.state.location.search).toBe('?q=two&in=folder')
  await user.click(screen.getByRole('link', { name: 'Search all folders' }))
  expect(await screen.findByText('3 messages found in all folders')).toBeInTheDocument()
})

test('hits of several folders are deleted together; those in the deleted items ask first', async () => {
  const { user, mail } = openMail('/mail?q=two', [
    message('TWO'),
    message('GONETWO', { folder: 'deleteditems', subject: 'Gone two' }),
  ])
  for (const box of within(await list()).getAllByRole('checkbox')) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  await user.click(await screen.findByRole('button', { name: 'Delete permanently' }))
  await waitFor(() => expect(mail.find('GONETWO')).toBeUndefined())
  expect(mail.find('TWO')?.folder).toBe('deleteditems')
})

test('a folder of a hundred thousand messages renders only the visible rows and loads only their pages', async () => {
  const { user } = openMail(
    '/mail',
    Array.from({ length: 120 }, (_, place) => message(`M${place}`)),
  )
  expect(await screen.findByText('120 conversations')).toBeInTheDocument()
  const rows = within(await list()).getAllByRole('listitem')
  expect(rows.length).toBeLessThan(40)
  expect(rows[0]).toHaveAttribute('aria-setsize', '120')
  act(() => screen.getByRole('link', { name: /Subject M0 / }).focus())
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(screen.getByRole('link', { name: /Subject M1 / })).toHaveFocus())
})

test('an empty folder, a missing message and a failed list say so, and the list can be retried', async () => {
  const { user, router } = openMail('/mail/outbox', three)
  expect(await screen.findByText('Outbox is empty')).toBeInTheDocument()
  await act(() => router.navigate('/mail/GONE'))
  expect(await screen.findByRole('heading', { name: 'Message not found' })).toBeInTheDocument()
  let isDown = true
  server.use(http.get('*/api/mail/messages', () => (isDown ? refusal(503, 'unavailable') : undefined)))
  await act(() => router.navigate('/mail/drafts'))
  expect(await screen.findByRole('heading', { name: 'The messages could not be loaded' })).toBeInTheDocument()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Drafts is empty')).toBeInTheDocument()
})

test('sent mail shows its recipients', async () => {
  openMail('/mail/sentitems', [
    message('SENT', { folder: 'sentitems' }),
    message('DRAFT', { folder: 'sentitems', to: [] }),
  ])
  expect(await screen.findByRole('link', { name: /To: Reader/ })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /No recipient yet/ })).toBeInTheDocument()
})

test('the office mailbox is selected by its address and stays in the address bar', async () => {
  const mailbox = 'permits@portal.example'
  const { router } = openMail(`/mail?mailbox=${mailbox}`, three, { mailbox })
  await list()
  expect(screen.getByRole('combobox', { name: /Mailbox/ })).toHaveTextContent(mailbox)
  expect(folder('Drafts')).toHaveAttribute('href', `/mail/drafts?mailbox=${encodeURIComponent(mailbox)}`)
  expect(router.state.location.search).toContain(mailbox)
})

test('a phone shows one pane, with a link back to the list', async () => {
  const { user, router } = openMail('/mail', three, { width: 390 })
  await user.click(await screen.findByRole('link', { name: /Subject TWO/ }))
  const article = within(await screen.findByRole('article'))
  expect(screen.queryByRole('list', { name: 'Messages' })).toBeNull()
  await user.click(article.getByRole('link', { name: 'Back to Inbox' }))
  expect(router.state.location.pathname).toBe('/mail')
  expect(await list()).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Inbox' }))
  expect(screen.getByRole('link', { name: 'Sent items' })).toBeInTheDocument()
})
