import { http, HttpResponse } from 'msw'
import type { HttpHandler } from 'msw'
import {
  DeleteMail,
  LinkMail,
  MailChanges,
  MailDraftPatch,
  MailPatch,
  NewMailDraft,
  NewMailTask,
  mailFolderIds,
  mailFolderNames,
} from '@portal/contract'
import { parseMailSearch } from '@portal/contract/mail-search'
import type { MailDraft, MailFolderId, MailMessage, MailRecipient } from '@portal/contract'

/** A message; values the test does not give are generated. */
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

export const refusal = (status: number, type: string, rest: object = {}) =>
  HttpResponse.json({ type, title: type, status, detail: 'Refused.', instance: 'req-1', ...rest }, { status })

const me = { name: 'A team', address: 'team@portal.example' }

export interface MailServerOptions {
  /** The mailbox it serves; null for the viewer's own. */
  mailbox?: string | null
  recipients?: readonly MailRecipient[]
  /** Additional addresses the viewer may send as. */
  office?: readonly string[]
}

/** A mailbox with state, mocked at the network level. */
export function mailServer(
  given: readonly MailMessage[],
  { mailbox = null, recipients = [], office = [] }: MailServerOptions = {},
) {
  let messages = [...given]
  const drafts = new Map<string, MailDraft>()
  const tasks: { key: string | null; task: NewMailTask }[] = []
  const sent: { id: string; key: string | null }[] = []
  const origins = new Map<string, MailFolderId>()
  let made = 0
  const find = (id: unknown) => messages.find((message) => message.id === id)
  const change = (id: string, values: Partial<MailMessage>) => {
    messages = messages.map((message) => (message.id === id ? { ...message, ...values } : message))
  }
  const isOther = (url: URL) => url.searchParams.get('mailbox') !== mailbox
  const draftOf = (id: string, values: Partial<MailDraft>): MailDraft => ({
    id,
    version: 1,
    conversationId: id,
    from: me,
    to: [],
    cc: [],
    bcc: [],
    subject: '',
    html: '',
    savedAt: '2026-11-01T14:02:00.000Z',
    attachments: [],
    ...values,
  })
  const put = (draft: MailDraft) => {
    drafts.set(draft.id, draft)
    const { id, subject, to } = draft
    if (find(id) === undefined) messages = [message(id, { folder: 'drafts' }), ...messages]
    change(id, { subject, to })
    return draft
  }
  const begin = (values: Partial<MailDraft>) => put(draftOf(`DRAFT${++made}`, values))
  const response = (kind: 'RE' | 'FW', to: MailDraft['to']) =>
    function answered({ params }: { params: Readonly<Record<string, unknown>> }) {
      const found = find(params['id'])
      if (!found) return refusal(404, 'not-found')
      const html = `<p></p><p>On 2026-11-01, ${found.from.name} wrote:</p><blockquote><p>${found.text}</p></blockquote>`
      return HttpResponse.json(
        begin({ to: kind === 'RE' ? [found.from, ...to] : [], subject: `${kind}: ${found.subject}`, html }),
        { status: 201 },
      )
    }
  const handlers: HttpHandler[] = [
    http.get('*/api/mail/folders', ({ request }) => {
      if (isOther(new URL(request.url))) return refusal(404, 'not-found')
      const folders = mailFolderIds.map((id) => {
        const own = messages.filter(({ folder }) => folder === id)
        return {
          id,
          name: mailFolderNames[id],
          unreadCount: own.filter(({ isRead }) => !isRead).length,
          totalCount: own.length,
        }
      })
      return HttpResponse.json({ folders })
    }),
    http.get('*/api/mail/identities', () =>
      HttpResponse.json({
        identities: [
          { ...me, isOwn: true },
          ...office.map((address) => ({ name: 'Permit office', address, isOwn: false })),
        ],
      }),
    ),
    http.get('*/api/mail/recipients', ({ request }) => {
      const token = (new URL(request.url).searchParams.get('searchToken') ?? '').toLowerCase()
      return HttpResponse.json({
        recipients: recipients.filter(({ name, address }) =>
          `${name} ${address}`.toLowerCase().includes(token),
        ),
      })
    }),
    http.get('*/api/mail/messages', ({ request }) => {
      const url = new URL(request.url)
      if (isOther(url)) return refusal(404, 'not-found')
      const [page, pageSize] = [
        Number(url.searchParams.get('page')),
        Number(url.searchParams.get('pageSize')),
      ]
      const { words, from } = parseMailSearch(url.searchParams.get('q') ?? '')
      const has = (text: string, parts: readonly string[]) =>
        parts.every((part) => text.toLowerCase().includes(part.toLowerCase()))
      const folder = url.searchParams.get('folder')
      const found = messages.filter(
        (message) =>
          (folder === null || message.folder === folder) &&
          has(message.subject, words) &&
          has(`${message.from.name} ${message.from.address}`, from),
      )
      if (url.searchParams.get('group') === 'conversation') {
        const groups = [...Map.groupBy(found, ({ conversationId }) => conversationId).values()]
        const lines = groups.flatMap((group) => {
          const [newest] = group
          const ofAll = messages.filter(({ conversationId }) => conversationId === newest?.conversationId)
          const conversation = {
            count: ofAll.length,
            unreadCount: group.filter(({ isRead }) => !isRead).length,
            ids: group.map(({ id }) => id),
          }
          return newest === undefined ? [] : [{ ...newest, conversation }]
        })
        return HttpResponse.json({
          messages: lines.slice((page - 1) * pageSize, page * pageSize),
          metadata: { count: lines.length },
        })
      }
      return HttpResponse.json({
        messages: found.slice((page - 1) * pageSize, page * pageSize),
        metadata: { count: found.length },
      })
    }),
    http.patch('*/api/mail/messages', async ({ request }) => {
      const { changes } = MailChanges.parse(await request.json())
      const updated = changes.flatMap(({ id, isRead, folder, flag, restore }) => {
        const found = find(id)
        if (!found) return []
        const target = restore === true ? (origins.get(id) ?? 'inbox') : folder
        change(id, {
          ...(isRead !== undefined && { isRead }),
          ...(flag !== undefined && { flag }),
          ...(target !== undefined && { folder: target }),
        })
        const before = {
          ...(isRead !== undefined && { isRead: found.isRead }),
          ...(flag !== undefined && { flag: found.flag }),
          ...(target !== undefined && { folder: found.folder }),
        }
        return [{ id, before }]
      })
      return HttpResponse.json({ updated, failed: [] })
    }),
    http.delete('*/api/mail/messages', async ({ request }) => {
      const { ids } = DeleteMail.parse(await request.json())
      const isGone = (id: string) => find(id)?.folder === 'deleteditems'
      const [deleted, moved] = [ids.filter(isGone), ids.filter((id) => !isGone(id))]
      messages = messages.filter(({ id }) => !deleted.includes(id))
      for (const id of moved) {
        origins.set(id, find(id)?.folder ?? 'inbox')
        change(id, { folder: 'deleteditems' })
      }
      return HttpResponse.json({ deleted, moved, failed: [] })
    }),
    http.get('*/api/mail/conversations', ({ request }) => {
      const asked = new URL(request.url).searchParams.get('id')
      return HttpResponse.json({
        messages: messages.filter(
          ({ conversationId, folder }) => conversationId === asked && folder !== 'deleteditems',
        ),
      })
    }),
    http.get('*/api/mail/messages/:id', ({ params }) => {
      const found = find(params['id'])
      return found ? HttpResponse.json(found) : refusal(404, 'not-found')
    }),
    http.patch('*/api/mail/messages/:id', async ({ params, request }) => {
      const found = find(params['id'])
      if (!found) return refusal(404, 'not-found')
      const { folder = found.folder } = MailPatch.parse(await request.json())
      change(found.id, { folder })
      return HttpResponse.json(find(found.id))
    }),
    http.post('*/api/mail/messages/:id/reply', response('RE', [])),
    http.post(
      '*/api/mail/messages/:id/replyAll',
      response('RE', [{ name: 'Carla', address: 'carla@city.example' }]),
    ),
    http.post('*/api/mail/messages/:id/forward', response('FW', [])),
    http.post('*/api/mail/messages/:id/resend', ({ params }) => {
      const sending = {
        id: 'SENDING',
        state: 'waiting' as const,
        undoUntil: '2026-11-01T12:00:00.000Z',
        reason: null,
      }
      change(String(params['id']), { sending })
      return HttpResponse.json(sending, { status: 202 })
    }),
    http.post('*/api/mail/messages/:id/link', async ({ params, request }) => {
      const { collection, pid } = LinkMail.parse(await request.json())
      const links = [
        ...(find(params['id'])?.links ?? []),
        { collection, pid, title: `Record ${pid}`, reason: 'by-hand' as const, detail: '' },
      ]
      const offeredLinks = (find(params['id'])?.offeredLinks ?? []).filter((link) => link.pid !== pid)
      change(String(params['id']), { links, offeredLinks })
      return HttpResponse.json({ links, offeredLinks })
    }),
    http.delete('*/api/mail/messages/:id/link', async ({ params, request }) => {
      const { pid } = LinkMail.parse(await request.json())
      const links = (find(params['id'])?.links ?? []).filter((link) => link.pid !== pid)
      const offeredLinks = (find(params['id'])?.offeredLinks ?? []).filter((link) => link.pid !== pid)
      change(String(params['id']), { links, offeredLinks })
      return HttpResponse.json({ links, offeredLinks })
    }),
    http.post('*/api/mail/messages/:id/task', async ({ params, request }) => {
      const task = NewMailTask.parse(await request.json())
      tasks.push({ key: request.headers.get('idempotency-key'), task })
      const links = [
        ...(find(params['id'])?.links ?? []),
        {
          collection: 'tasks' as const,
          pid: 'TASK',
          title: task.title,
          reason: 'by-hand' as const,
          detail: '',
        },
      ]
      change(String(params['id']), { links })
      return HttpResponse.json({ pid: 'TASK', title: task.title, links, offeredLinks: [] }, { status: 201 })
    }),
    http.post('*/api/mail/messages/:id/share', ({ params }) => {
      change(String(params['id']), { isShared: true })
      return HttpResponse.json({ isShared: true })
    }),
    http.delete('*/api/mail/messages/:id/share', ({ params }) => {
      change(String(params['id']), { isShared: false })
      return HttpResponse.json({ isShared: false })
    }),
    http.post('*/api/mail/drafts', async ({ request }) => {
      const { from: _from, ...text } = NewMailDraft.parse(await request.json())
      return HttpResponse.json(begin(text), { status: 201 })
    }),
    http.get('*/api/mail/drafts/:id', ({ params }) => {
      const draft = drafts.get(String(params['id']))
      return draft ? HttpResponse.json(draft) : refusal(404, 'not-found')
    }),
    http.patch('*/api/mail/drafts/:id', async ({ params, request }) => {
      const draft = drafts.get(String(params['id']))
      if (!draft) return refusal(404, 'not-found')
      const { version, from: _from, ...text } = MailDraftPatch.parse(await request.json())
      if (version !== draft.version) return refusal(409, 'version-conflict', { current: draft })
      return HttpResponse.json(put({ ...draft, ...text, version: version + 1 }))
    }),
    http.delete('*/api/mail/drafts/:id', ({ params }) => {
      drafts.delete(String(params['id']))
      messages = messages.filter(({ id }) => id !== params['id'])
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/mail/drafts/:id/attachments', async ({ params, request }) => {
      const draft = drafts.get(String(params['id']))
      if (!draft) return refusal(404, 'not-found')
      const file = (await request.formData()).get('file')
      const [name, size] = file instanceof File ? [file.name, file.size] : ['', 0]
      const added = {
        id: `FILE${draft.attachments.length + 1}`,
        name,
        size,
        mimeType: 'application/pdf',
        contentId: null,
      }
      return HttpResponse.json(put({ ...draft, attachments: [...draft.attachments, added] }), { status: 201 })
    }),
    http.delete('*/api/mail/drafts/:id/attachments/:aid', ({ params }) => {
      const draft = drafts.get(String(params['id']))
      if (!draft) return refusal(404, 'not-found')
      return HttpResponse.json(
        put({ ...draft, attachments: draft.attachments.filter(({ id }) => id !== params['aid']) }),
      )
    }),
    http.post('*/api/mail/drafts/:id/send', ({ params, request }) => {
      const id = String(params['id'])
      sent.push({ id, key: request.headers.get('idempotency-key') })
      change(id, { folder: 'outbox' })
      return HttpResponse.json(
        { id: 'SENDING', state: 'waiting', undoUntil: '2026-11-01T12:00:10.000Z', reason: null },
        { status: 202 },
      )
    }),
    http.delete('*/api/mail/drafts/:id/send', ({ params }) => {
      change(String(params['id']), { folder: 'drafts' })
      return HttpResponse.json(drafts.get(String(params['id'])))
    }),
  ]
  return {
    handlers,
    find,
    sent,
    tasks,
    draft: (id: string) => drafts.get(id),
    drafts: () => [...drafts.values()],
    /** Adds an existing draft. */
    addDraft: (id: string, values: Partial<MailDraft>) => put(draftOf(id, values)),
    /** A change by somebody else. */
    change,
    receive: (arrived: MailMessage) => {
      messages = [arrived, ...messages]
    },
  }
}
