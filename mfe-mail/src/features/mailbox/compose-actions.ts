import type { MailMessage, ReplyKind } from '@portal/contract'

/** What this page can have written: it knows no composer, whoever places both does. */
export interface ComposeActions {
  /** A new message. */
  begin: () => void
  /** A draft is written on. */
  edit: (draft: string) => void
  answer: (message: Pick<MailMessage, 'id'>, kind: ReplyKind) => void
  /** What is on its way becomes the draft again that it was. */
  takeBack: (id: string) => void
}
