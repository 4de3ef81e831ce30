import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import type { MailMessage } from '@portal/contract'
import { renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { routes } from '../../../routes.tsx'
import { pretendLayout } from '../../../test-support/layout.ts'
import { mailServer, message, refusal } from '../../../test-support/mail-server.ts'

beforeEach(pretendLayout)

function openMail(at: string, messages: readonly MailMessage[]) {
  setWidth(1440)
  const mail = mailServer(messages)
  server.use(...mail.handlers)
  return { mail, ...renderRoutes(routes, at, { as: 'team' }) }
}
const fence = {
  collection: 'permits' as const,
  pid: 'FENCE',
  title: 'Fence',
  reason: 'by-hand' as const,
  detail: '',
}

test('a shortcut creates a task from the open message, prefilled with subject and permit, and links it', async () => {
  const { user, mail } = openMail('/mail/ONE', [message('ONE', { subject: 'Corrections', links: [fence] })])
  await screen.findByRole('article', { name: 'Corrections' })
  await user.keyboard('n')
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Corrections')
  expect(screen.getByRole('combobox', { name: 'Permit' })).toHaveTextContent('Fence')
  await user.type(screen.getByLabelText('Due date'), '2026-12-01')
  await user.click(screen.getByRole('button', { name: 'Create task' }))
  expect(
    await screen.findByText('Task “Corrections” created and linked to this message.'),
  ).toBeInTheDocument()
  expect(mail.tasks.map(({ task }) => task)).toEqual([
    { title: 'Corrections', permit: 'FENCE', dueDate: '2026-12-01', assignedTo: expect.any(String) },
  ])
  expect(await screen.findByRole('link', { name: /^Corrections/ })).toBeInTheDocument()
})

test('a failed task says why, keeps the entered values and is retried with the same key', async () => {
  const { user, mail } = openMail('/mail/ONE', [message('ONE')])
  await user.click(await screen.findByRole('button', { name: 'New task' }))
  const title = await screen.findByRole('textbox', { name: 'Title' })
  await user.clear(title)
  expect(screen.getByText('Enter a title.')).toBeInTheDocument()
  await user.type(title, 'Call the city')
  const keys: (string | null)[] = []
  server.use(
    http.post(
      '*/api/mail/messages/:id/task',
      ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return refusal(503, 'unavailable')
      },
      { once: true },
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Create task' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Refused.')
  expect(title).toHaveValue('Call the city')
  await user.click(screen.getByRole('button', { name: 'Create task' }))
  await waitFor(() => expect(mail.tasks).toHaveLength(1))
  expect(mail.tasks[0]?.key).toBe(keys[0])
})

test('a task is created from a message in the list, from its row or its selection, without opening it', async () => {
  const { user, mail, router } = openMail('/mail', [
    message('ONE', { subject: 'Corrections', links: [fence] }),
    message('TWO'),
  ])
  const line = (await screen.findByRole('link', { name: /Corrections/ })).closest('li')
  if (line === null) throw new Error('The message is no line of the list')
  await user.click(within(line).getByRole('button', { name: 'New task' }))
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Corrections')
  expect(screen.getByRole('combobox', { name: 'Permit' })).toHaveTextContent('Fence')
  await user.click(screen.getByRole('button', { name: 'Create task' }))
  expect(
    await screen.findByText('Task “Corrections” created and linked to this message.'),
  ).toBeInTheDocument()
  expect(mail.tasks).toHaveLength(1)
  expect(router.state.location.pathname).toBe('/mail')

  await user.click(within(line).getByRole('checkbox', { name: 'Select' }))
  const bar = within(await screen.findByRole('group', { name: 'Selected messages' }))
  await user.click(bar.getByRole('button', { name: 'New task' }))
  expect(await screen.findByRole('dialog', { name: 'New task from this message' })).toBeVisible()
  await user.keyboard('{Escape}')
  for (const box of screen.getAllByRole('checkbox', { name: 'Select', checked: false })) await user.click(box)
  expect(bar.queryByRole('button', { name: 'New task' })).toBeNull()
})

test('a message that cannot be loaded for a task says why', async () => {
  const { user } = openMail('/mail', [message('ONE', { subject: 'Corrections' })])
  const line = (await screen.findByRole('link', { name: /Corrections/ })).closest('li')
  if (line === null) throw new Error('The message is no line of the list')
  server.use(http.get('*/api/mail/messages/:id', () => refusal(403, 'forbidden')))
  await user.click(within(line).getByRole('button', { name: 'New task' }))
  expect(await screen.findByText('The task could not be started from this message')).toBeInTheDocument()
})
