import { http, HttpResponse } from 'msw'
import type { HttpHandler } from 'msw'
import { MailPatch, mailFolderIds, mailFolderNames } from '@portal/contract'
import type { MailMessage } from '@portal/contract'

/** A message with everything a test did not name made up. */
export function message(id: string, values: Partial<MailMessage> = {}): MailMessage {
  return {
    id,
    conversationId: id,
    subject: `Subject ${id}`,
    from: { name: `Sender ${id}`, address: `${id}@mail.example` },
    to: [{ name: 'Reader', address: 'team@portal.example' }],
    cc: [],
    bcc: [],
    replyTo: [],
    headers: [],
    folder: 'inbox',
    preview: `Preview ${id}`,
    text: `Text ${id}`,
    receivedAt: '2026-11-01T12:00:00.000Z',
    isRead: true,
    flag: false,
    hasAttachments: false,
    attachments: [],
    bodyUrl: `/api/mail/messages/${id}/body?mailbox=team%40portal.example`,
    blockedPictures: 0,
    ...values,
  }
}

const refusal = (status: number, type: string) => HttpResponse.json({ type, title: type, status, detail: 'Refused.', instance: 'req-1' }, { status })

/** A mailbox that keeps what is changed, at the network's edge; it answers for one mailbox alone. */
export function mailServer(given: readonly MailMessage[], { mailbox = null }: { mailbox?: string | null } = {}) {
  let messages = [...given]
  const find = (id: unknown) => messages.find((each) => each.id === id)
  const isOther = (url: URL) => url.searchParams.get('mailbox') !== mailbox
  const handlers: HttpHandler[] = [
    http.get('*/api/mail/folders', ({ request }) => {
      if (isOther(new URL(request.url))) return refusal(404, 'not-found')
      const folders = mailFolderIds.map((id) => {
        const own = messages.filter(({ folder }) => folder === id)
        return { id, name: mailFolderNames[id], unreadCount: own.filter(({ isRead }) => !isRead).length, totalCount: own.length }
      })
      return HttpResponse.json({ folders })
    }),
    http.get('*/api/mail/messages', ({ request }) => {
      const url = new URL(request.url)
      if (isOther(url)) return refusal(404, 'not-found')
      const [page, pageSize] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('pageSize'))]
      const q = url.searchParams.get('q') ?? ''
      const found = messages.filter(
        ({ folder, subject }) => folder === url.searchParams.get('folder') && subject.toLowerCase().includes(q.toLowerCase()),
      )
      return HttpResponse.json({ messages: found.slice((page - 1) * pageSize, page * pageSize), metadata: { count: found.length } })
    }),
    http.get('*/api/mail/messages/:id', ({ params }) => {
      const found = find(params['id'])
      return found ? HttpResponse.json(found) : refusal(404, 'not-found')
    }),
    http.patch('*/api/mail/messages/:id', async ({ params, request }) => {
      const found = find(params['id'])
      if (!found) return refusal(404, 'not-found')
      const { isRead = found.isRead, folder = found.folder, flag = found.flag } = MailPatch.parse(await request.json())
      const changed = { ...found, isRead, folder, flag }
      messages = messages.map((each) => (each.id === found.id ? changed : each))
      return HttpResponse.json(changed)
    }),
    http.delete('*/api/mail/messages/:id', ({ params }) => {
      messages = messages.filter(({ id }) => id !== params['id'])
      return new HttpResponse(null, { status: 204 })
    }),
  ]
  return { handlers, find }
}
