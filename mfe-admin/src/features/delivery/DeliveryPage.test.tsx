import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { Deliveries, Delivery, SuppressedAddresses } from '@portal/contract/notifications'
import { toastsAtom } from '@portal/shared-ui'
import { setLanguage } from '@portal/shared-ui/i18n'
import { renderRoutes, screenInSpanish, server } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const at = '2026-11-20T10:00:00.000Z'
const mail = (given: Partial<Delivery>): Delivery => ({
  id: 'SENT',
  kind: 'DOCUMENT_REQUESTED',
  way: 'mail',
  state: 'sent',
  person: { pid: 'P1', title: 'Cleo Client' },
  address: 'cleo@acme.example',
  createdAt: at,
  dueAt: null,
  endedAt: at,
  reason: null,
  detail: null,
  canResend: false,
  ...given,
})
const failed = mail({
  id: 'FAILED',
  kind: 'PAYMENT_DUE',
  state: 'failed',
  reason: 'bounced',
  detail: '550 no such user',
  canResend: true,
})

/** A portal with this mail; notes the calls that change something. */
function startDelivery(
  deliveries: readonly Delivery[],
  channel: Deliveries['channel'] = { by: 'smtp', sender: 'permits@portal.example' },
) {
  const side = {
    deliveries: [...deliveries],
    suppressed: ['gone@acme.example'],
    calls: new Array<string>(),
  }
  server.use(
    http.get('*/api/delivery', ({ request }) => {
      const state = new URL(request.url).searchParams.get('state')
      const count = (wanted: string) => side.deliveries.filter((delivery) => delivery.state === wanted).length
      const shown = side.deliveries.filter((delivery) => state === null || delivery.state === state)
      return HttpResponse.json({
        channel,
        deliveries: shown,
        metadata: { count: shown.length, page: 1, pageSize: 50 },
        counts: {
          waiting: count('waiting'),
          sending: count('sending'),
          sent: count('sent'),
          failed: count('failed'),
          skipped: count('skipped'),
        },
        oldestWaitingAt: count('sending') > 0 ? at : null,
      } satisfies Deliveries)
    }),
    http.get('*/api/delivery/suppressed', () =>
      HttpResponse.json({
        addresses: side.suppressed.map((address) => ({ address, since: at, detail: '550 no such user' })),
        count: side.suppressed.length,
      } satisfies SuppressedAddresses),
    ),
    http.post('*/api/delivery/:id/resend', ({ params }) => {
      side.calls.push(`resend ${String(params['id'])}`)
      side.deliveries = side.deliveries.map((delivery) =>
        delivery.id === params['id']
          ? { ...delivery, state: 'sending', reason: null, detail: null, canResend: false }
          : delivery,
      )
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/delivery/suppressed/lift', async ({ request }) => {
      side.calls.push(`lift ${JSON.stringify(await request.json())}`)
      side.suppressed = []
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return side
}

const open = (search = '') =>
  renderRoutes(routes, `/settings/delivery${search}`, { as: 'admin', heading: 'Delivery' })
const rowOf = async (title: string) => {
  const row = (await screen.findByText(title)).closest('li')
  if (row === null) throw new Error(`${title} is in no row`)
  return row
}

afterEach(() => setLanguage('en'))

test('administrators see who was sent what, what failed and why, and how mail leaves', async () => {
  startDelivery([mail({}), failed])
  open()
  expect(
    await screen.findByText(/Sent by SMTP as permits@portal\.example\. No mail is waiting\./),
  ).toBeVisible()
  const sent = await rowOf('Document requested')
  for (const text of ['Sent', 'to Cleo Client', 'cleo@acme.example']) expect(sent).toHaveTextContent(text)
  expect(within(sent).queryByRole('button')).toBeNull()
  const row = await rowOf('Payment due')
  expect(row).toHaveTextContent('The mail came back, so the address is now suppressed.')
  expect(row).toHaveTextContent('The mail server answered: 550 no such user')
})

test('failed mail is sent again', async () => {
  const side = startDelivery([failed])
  const { user, store } = open('?state=failed')
  await user.click(within(await rowOf('Payment due')).getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(side.calls).toEqual(['resend FAILED']))
  expect(await screen.findByText('No mail failed')).toBeVisible()
  expect(store.get(toastsAtom).map(({ title }) => title)).toContain('The mail leaves within seconds')
})

test('a suppressed address gets mail again after a question', async () => {
  const side = startDelivery([])
  const { user } = open()
  await user.click(within(await rowOf('gone@acme.example')).getByRole('button', { name: 'Allow mail again' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveTextContent('Send mail to gone@acme.example again?')
  await user.click(within(dialog).getByRole('button', { name: 'Keep suppressed' }))
  expect(side.calls).toEqual([])
  await user.click(within(await rowOf('gone@acme.example')).getByRole('button', { name: 'Allow mail again' }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Allow mail again' }),
  )
  await waitFor(() => expect(side.calls).toEqual(['lift {"address":"gone@acme.example"}']))
  expect(await screen.findByText('No suppressed addresses')).toBeVisible()
})

for (const [what, channel, text] of [
  ['no way', { by: null, sender: 'permits@portal.example' }, /Outgoing mail is not set up/],
  ['no address', { by: 'smtp', sender: null }, /no valid email address/],
] as const)
  test(`where the office has ${what} to send mail, the page says that notifications stay in the portal`, async () => {
    startDelivery([], channel)
    open()
    expect(await screen.findByText(text)).toHaveTextContent('shown in the portal only')
    expect(await screen.findByText('No mail yet')).toBeVisible()
  })

test('a list that does not load says so and is tried again', async () => {
  const side = startDelivery([failed])
  server.use(
    http.get('*/api/delivery', () => new HttpResponse(null, { status: 500 }), { once: true }),
    http.get('*/api/delivery', () => new HttpResponse(null, { status: 500 }), { once: true }),
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await rowOf('Payment due')
  expect(side.calls).toEqual([])
})

test('the page is in Spanish too', async () => {
  startDelivery([mail({}), failed])
  await screenInSpanish(() => import('../../spanish.ts'))
  open()
  const row = await rowOf('Pago por hacer')
  expect(row).toHaveTextContent('El correo fue devuelto')
})
