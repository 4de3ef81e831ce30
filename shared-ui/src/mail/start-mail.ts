import { MailDraft } from '@portal/contract'
import type { MailAddress } from '@portal/contract'
import { api } from '../api/api.ts'

/** Initial content of a message. A record number in the subject links the message to that record. */
export interface MailStart {
  to: readonly MailAddress[]
  subject: string
}

/** Creates a draft with this content and returns the address of its editor. */
export async function startMail({ to, subject }: MailStart): Promise<string> {
  const people = to
    .filter(({ address }) => address.trim() !== '')
    .map(({ name, address }) => ({ name, address }))
  const { id } = await api.post('/api/mail/drafts', { to: people, subject }, MailDraft)
  return `/mail/drafts?${new URLSearchParams({ draft: id }).toString()}`
}
