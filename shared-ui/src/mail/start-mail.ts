import { MailDraft } from '@portal/contract'
import type { MailAddress } from '@portal/contract'
import { api } from '../api/api.ts'

/** What a message begins with. A subject with a record's number links what is sent to that record. */
export interface MailStart {
  to: readonly MailAddress[]
  subject: string
}

/** Keeps a draft that begins like this, and answers the address at which it is written. */
export async function startMail({ to, subject }: MailStart): Promise<string> {
  const people = to
    .filter(({ address }) => address.trim() !== '')
    .map(({ name, address }) => ({ name, address }))
  const { id } = await api.post('/api/mail/drafts', { to: people, subject }, MailDraft)
  return `/mail/drafts?${new URLSearchParams({ draft: id }).toString()}`
}
