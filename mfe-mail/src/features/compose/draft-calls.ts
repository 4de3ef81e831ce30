import { MailDraft, MailIdentities, MailRecipients, MailSending, idempotencyHeader } from '@portal/contract'
import type { MailDraftPatch, ReplyKind } from '@portal/contract'
import { api, nothing } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'
import { mailKey, mailUrl, messageUrl } from '../../mail-calls.ts'
import type { Mailbox } from '../../mail-calls.ts'

const draftUrl = (mailbox: Mailbox, id: string, part = '') =>
  mailUrl(mailbox, `drafts/${encodeURIComponent(id)}${part === '' ? '' : `/${part}`}`)

/** The draft and sending calls of one mailbox. */
export interface DraftCalls {
  /** The same `key` returns the same draft, in its current state. */
  create: (text: Omit<MailDraftPatch, 'version'>, key?: string) => Promise<MailDraft>
  get: (id: string) => Promise<MailDraft>
  patch: (id: string, patch: MailDraftPatch) => Promise<MailDraft>
  /** Deletes permanently: for drafts without content. */
  delete: (id: string) => Promise<unknown>
  /** `inline` images are shown in the body and not listed. */
  attach: (id: string, file: File, options: { inline: boolean; signal: AbortSignal }) => Promise<MailDraft>
  attachFile: (id: string, filePid: string) => Promise<MailDraft>
  detach: (id: string, attachmentId: string) => Promise<MailDraft>
  send: (id: string, version: number, key: string) => Promise<MailSending>
  takeBack: (id: string) => Promise<MailDraft>
  /** Moves the draft to the deleted items, from where it can be restored. */
  discard: (id: string) => Promise<unknown>
  restore: (id: string) => Promise<unknown>
}

export function draftCalls(mailbox: Mailbox): DraftCalls {
  return {
    create: (text, key) =>
      api.post(
        mailUrl(mailbox, 'drafts'),
        text,
        MailDraft,
        key === undefined ? {} : { headers: { [idempotencyHeader]: key } },
      ),
    get: (id) => api.get(draftUrl(mailbox, id), MailDraft),
    patch: (id, patch) => api.patch(draftUrl(mailbox, id), patch, MailDraft),
    delete: (id) => api.delete(draftUrl(mailbox, id), nothing),
    attach: (id, file, { inline, signal }) => {
      const form = new FormData()
      if (inline) form.append('inline', 'true')
      form.append('file', file, file.name)
      return api.post(draftUrl(mailbox, id, 'attachments'), form, MailDraft, { signal })
    },
    attachFile: (id, filePid) => api.post(draftUrl(mailbox, id, 'attachments'), { filePid }, MailDraft),
    detach: (id, attachmentId) =>
      api.delete(draftUrl(mailbox, id, `attachments/${encodeURIComponent(attachmentId)}`), MailDraft),
    send: (id, version, key) =>
      api.post(draftUrl(mailbox, id, 'send'), { version }, MailSending, {
        headers: { [idempotencyHeader]: key },
      }),
    takeBack: (id) => api.delete(draftUrl(mailbox, id, 'send'), MailDraft),
    discard: (id) => api.patch(messageUrl(mailbox, id), { folder: 'deleteditems' }, nothing),
    restore: (id) => api.patch(messageUrl(mailbox, id), { folder: 'drafts' }, nothing),
  }
}

/** Creates the draft of an answer, by the rules of the contract. */
export const answerMessage = (mailbox: Mailbox, id: string, kind: ReplyKind): Promise<MailDraft> =>
  api.post(messageUrl(mailbox, id, kind), {}, MailDraft)

/** Addresses the viewer may send as. */
export const identitiesQuery = queryOptions({
  queryKey: ['mail-identities'],
  queryFn: async ({ signal }) =>
    (await api.get('/api/mail/identities', MailIdentities, { signal })).identities,
  staleTime: 300_000,
})

/** Recipient suggestions for the typed text. */
export const recipientsQuery = (mailbox: Mailbox, searchToken: string) =>
  queryOptions({
    queryKey: [...mailKey(mailbox), 'recipients', searchToken],
    queryFn: async ({ signal }) =>
      (await api.get(mailUrl(mailbox, 'recipients', { searchToken, limit: '8' }), MailRecipients, { signal }))
        .recipients,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
