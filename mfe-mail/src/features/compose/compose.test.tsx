import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import type { MailDraft, MailMessage } from '@portal/contract'
import { renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'
import { pretendLayout } from '../../test-support/layout.ts'
import { mailServer, message, refusal } from '../../test-support/mail-server.ts'
import type { MailServerOptions } from '../../test-support/mail-server.ts'

beforeEach(() => {
  localStorage.clear()
  pretendLayout()
})

function openMail(at: string, messages: readonly MailMessage[] = [], options: MailServerOptions = {}) {
  setWidth(1440)
  const mail = mailServer(messages, options)
  server.use(...mail.handlers)
  return { mail, ...renderRoutes(routes, at, { as: 'team' }) }
}

const newMail = async ({ user }: ReturnType<typeof openMail>) => {
  await user.click(await screen.findByRole('button', { name: 'New mail' }))
  await screen.findByRole('textbox', { name: 'Message' })
}
const field = (name: string) => screen.getByLabelText(name)

test('a new mail is one draft, saved automatically with the time, and its address is the draft’s (issue 6: drafts)', async () => {
  const page = openMail('/mail')
  await newMail(page)
  await page.user.type(field('Subject'), 'Fence')
  expect(await screen.findByText(/^Saved \d{1,2}:\d\d [AP]M$/, {}, { timeout: 3_000 })).toBeInTheDocument()
  expect(page.mail.drafts()).toHaveLength(1)
  expect(page.mail.draft('DRAFT1')?.subject).toBe('Fence')
  expect(page.router.state.location.search).toBe('?draft=DRAFT1')
  expect(page.told.unsaved).toBe(false)
})

test('recipients are chips, suggested while typing, and invalid addresses are marked', async () => {
  const page = openMail('/mail', [], {
    recipients: [{ name: 'Carla Ruiz', address: 'carla@city.example', hint: 'City of Austin' }],
  })
  await newMail(page)
  await page.user.type(field('To'), 'ruiz')
  await page.user.click(await screen.findByRole('option', { name: /Carla Ruiz.*City of Austin/ }))
  expect(screen.getByRole('button', { name: 'Carla Ruiz' })).toBeInTheDocument()
  await page.user.type(field('To'), 'Bob <bob@mail.example>, nobody,')
  expect(await screen.findByText('Invalid address: nobody')).toBeInTheDocument()
  await waitFor(
    () =>
      expect(page.mail.draft('DRAFT1')?.to).toEqual([
        { name: 'Carla Ruiz', address: 'carla@city.example' },
        { name: 'Bob', address: 'bob@mail.example' },
        { name: '', address: 'nobody' },
      ]),
    { timeout: 3_000 },
  )
})

test('a complete address is used as typed, even when suggestions match part of it', async () => {
  const recipients = [
    { name: 'Ada Super', address: 'superadmin@portal.example', hint: '' },
    { name: 'Greta', address: 'greta@portal.example', hint: '' },
  ]
  const page = openMail('/mail', [], { recipients })
  await newMail(page)
  await page.user.type(field('To'), 'admin@portal.example')
  await screen.findByRole('option', { name: /Ada Super/ })
  await page.user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'admin@portal.example' })).toBeInTheDocument()
  await page.user.type(field('To'), 'greta@portal.example')
  await screen.findByRole('option', { name: /Greta/ })
  await page.user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Greta' })).toBeInTheDocument()
})

test('Enter selects the highlighted suggestion: the first one, or another after arrow down', async () => {
  const recipients = [
    { name: 'Carla Ruiz', address: 'carla@city.example', hint: '' },
    { name: 'Carla Stone', address: 'stone@city.example', hint: '' },
    { name: 'Carla Young', address: 'young@city.example', hint: '' },
  ]
  const page = openMail('/mail', [], { recipients })
  await newMail(page)
  await page.user.type(field('To'), 'carla')
  await screen.findByRole('option', { name: /Carla Ruiz/ })
  await page.user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Carla Ruiz' })).toBeInTheDocument()
  expect(screen.queryByText(/^Invalid address/)).toBeNull()
  await page.user.type(field('To'), 'carla')
  await screen.findByRole('option', { name: /Carla Stone/ })
  await page.user.keyboard('{ArrowDown}{Enter}')
  expect(screen.getByRole('button', { name: 'Carla Young' })).toBeInTheDocument()
})

test('Tab moves from subject to body, and letters pressed on a composer button do not trigger mail shortcuts', async () => {
  const page = openMail('/mail', [message('m1'), message('m2')])
  await page.user.click(await screen.findByText('Subject m1'))
  await screen.findByRole('button', { name: 'Reply' })
  await newMail(page)
  await page.user.type(field('Subject'), 'Fence')
  await page.user.tab()
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus()
  await page.user.tab({ shift: true })
  expect(screen.getByRole('button', { name: 'Link' })).toHaveFocus()
  await page.user.keyboard('hello')
  expect(screen.queryByRole('dialog', { name: /Link this message/ })).toBeNull()
  expect(screen.queryByText('Moved to Archive.')).toBeNull()
})

test('sending is reported, Undo reopens the draft unchanged, and the request carries an idempotency key', async () => {
  const page = openMail('/mail')
  await newMail(page)
  await page.user.type(field('To'), 'carla@city.example{Enter}')
  await page.user.type(field('Subject'), 'Fence')
  await page.user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Sending “Fence”.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  expect(page.mail.sent).toEqual([{ id: 'DRAFT1', key: expect.stringMatching(/^\S{16,}$/) }])
  await page.user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('textbox', { name: 'Message' })
  expect(field('Subject')).toHaveValue('Fence')
  expect(page.mail.find('DRAFT1')?.folder).toBe('drafts')
  await page.user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Sending “Fence”.')).toBeInTheDocument()
  expect(new Set(page.mail.sent.map(({ key }) => key)).size).toBe(2)
})

test('a message without recipients, or with an invalid address, is not sent and says why', async () => {
  const page = openMail('/mail')
  await newMail(page)
  await page.user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/Add a recipient/)).toBeInTheDocument()
  await page.user.type(field('To'), 'nobody,')
  await page.user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Not sent: Invalid address: nobody')).toBeInTheDocument()
  expect(page.mail.sent).toEqual([])
})

test('reply, reply all and forward prefill recipients and the original; an unedited one is not kept', async () => {
  const page = openMail('/mail/ONE', [message('ONE')])
  await page.user.click(await screen.findByRole('button', { name: 'Reply all' }))
  const text = await screen.findByRole('textbox', { name: 'Message' })
  expect(text).toHaveTextContent('Text ONE')
  expect(screen.getByRole('button', { name: 'Sender ONE' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Carla' })).toBeInTheDocument()
  expect(field('Subject')).toHaveValue('RE: Subject ONE')
  expect(screen.getByRole('article', { name: 'Subject ONE' })).toBeInTheDocument()
  await page.user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(page.mail.drafts()).toEqual([]))
  await page.user.keyboard('f')
  await screen.findByRole('textbox', { name: 'Message' })
  expect(field('Subject')).toHaveValue('FW: Subject ONE')
})

test('a draft opens from its folder; when two tabs edit it, the user chooses the text and loses nothing', async () => {
  const page = openMail('/mail/drafts')
  act(() => void page.mail.addDraft('D', { subject: 'First', html: '<p>Mine</p>' }))
  await act(() => page.router.navigate('/mail/drafts?q='))
  await page.user.click(await screen.findByRole('link', { name: /First/ }))
  await screen.findByRole('textbox', { name: 'Message' })
  page.mail.addDraft('D', { subject: 'Second', html: '<p>Theirs</p>', version: 2 })
  await page.user.type(field('Subject'), ' and more')
  expect(await screen.findByText(/was edited in another window/, {}, { timeout: 3_000 })).toBeInTheDocument()
  expect(screen.getByText(/Other version: Second/)).toBeInTheDocument()
  await page.user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(page.mail.draft('D')).toMatchObject({ subject: 'First and more', version: 3 }))
  page.mail.addDraft('D', { subject: 'Third', version: 9 })
  await page.user.type(field('Subject'), '!')
  await page.user.click(await screen.findByRole('button', { name: 'Use other version' }, { timeout: 3_000 }))
  await waitFor(() => expect(field('Subject')).toHaveValue('Third'))
})

test('unsaved text is kept in the browser, reported, asked about on leaving, and restored after a reload', async () => {
  const page = openMail('/mail')
  await newMail(page)
  server.use(
    http.patch('*/api/mail/drafts/:id', () => refusal(503, 'unavailable', { detail: 'The portal is away.' })),
  )
  await page.user.type(field('Subject'), 'Fence')
  expect(await screen.findByText(/Not saved: The portal is away/, {}, { timeout: 3_000 })).toBeInTheDocument()
  expect(page.told.unsaved).toBe(true)
  page.unmount()
  renderRoutes(routes, '/mail?draft=DRAFT1', { as: 'team' })
  expect(await screen.findByText('Draft restored.')).toBeInTheDocument()
  expect(field('Subject')).toHaveValue('Fence')
  // Only now: a save that the first page sent at its end would otherwise leave nothing to restore.
  server.use(...page.mail.handlers)
  await waitFor(() => expect(page.mail.draft('DRAFT1')?.subject).toBe('Fence'), { timeout: 15_000 })
})

test('a discarded draft is in the deleted items, and Undo reopens it', async () => {
  const page = openMail('/mail')
  await newMail(page)
  await page.user.type(field('Subject'), 'Fence')
  await page.user.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(await screen.findByText('Draft deleted.')).toBeInTheDocument()
  expect(page.mail.find('DRAFT1')?.folder).toBe('deleteditems')
  await page.user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('textbox', { name: 'Message' })
  expect(page.mail.find('DRAFT1')?.folder).toBe('drafts')
})

test('files are attached and removed; a refused file says why and can be retried', async () => {
  const page = openMail('/mail')
  await newMail(page)
  const picker = screen.getByLabelText('Browse this computer')
  await page.user.upload(picker, new File(['plan'], 'plan.pdf', { type: 'application/pdf' }))
  const list = within(await screen.findByRole('list', { name: 'Attachments' }))
  expect(await list.findByRole('link', { name: /plan.pdf/ })).toBeInTheDocument()
  server.use(
    http.post(
      '*/api/mail/drafts/:id/attachments',
      () => refusal(413, 'too-large', { detail: 'Too large.' }),
      { once: true },
    ),
  )
  await page.user.upload(picker, new File(['site'], 'site.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText('site.pdf was not attached: Too large.')).toBeInTheDocument()
  await page.user.click(screen.getByRole('button', { name: 'Try again: site.pdf' }))
  expect(await list.findByRole('link', { name: /site.pdf/ })).toBeInTheDocument()
  await page.user.click(screen.getByRole('button', { name: 'Remove plan.pdf' }))
  await waitFor(() => expect(list.queryByRole('link', { name: /plan.pdf/ })).toBeNull())
})

test('a text that mentions an attachment without having one shows a notice', async () => {
  const page = openMail('/mail')
  await newMail(page)
  await page.user.type(field('Subject'), 'The plan attached')
  expect(await screen.findByText(/Did you forget an attachment/)).toBeInTheDocument()
})

const attached = (name: string, values: Partial<MailDraft['attachments'][number]> = {}) => ({
  id: name,
  name,
  size: 10,
  mimeType: 'image/png',
  contentId: null,
  ...values,
})

async function openDraft(values: Partial<MailDraft>) {
  const page = openMail('/mail')
  page.mail.addDraft('D', { subject: 'Plan', ...values })
  await act(() => page.router.navigate('/mail?draft=D'))
  return within(await screen.findByRole('list', { name: 'Attachments' }))
}

test('F5: an image that a draft’s text no longer shows is listed with its files', async () => {
  const list = await openDraft({
    html: '<p>See</p>',
    attachments: [attached('gone.png', { contentId: 'gone@portal' })],
  })
  expect(list.getByText('gone.png')).toBeInTheDocument()
})

test('the files of a draft show their virus scan result', async () => {
  const attachments = [
    attached('a.pdf', { scanned: 'clean' }),
    attached('b.pdf', { scanned: 'not scanned' }),
    attached('c.pdf', { scanned: 'infected' }),
  ]
  const list = await openDraft({ attachments })
  const [clean, unscanned, infected] = list.getAllByRole('listitem')
  expect(clean).not.toHaveTextContent(/scanned|Virus/)
  expect(unscanned).toHaveTextContent('Not scanned')
  expect(infected).toHaveTextContent('Virus found')
  expect(within(infected ?? document.body).queryByRole('link')).not.toBeInTheDocument()
})
