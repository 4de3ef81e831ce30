import type { MailMessage, ReplyKind } from '@portal/contract'

/**
 * The composing actions this page offers. The mailbox does not import the composer; the parent that renders
 * both provides them.
 */
export interface ComposeActions {
  /** Starts a new message. */
  begin: () => void
  /** Opens a draft. */
  edit: (draft: string) => void
  answer: (message: Pick<MailMessage, 'id'>, kind: ReplyKind) => void
  /** Cancels a sending and turns the message back into its draft. */
  takeBack: (id: string) => void
}
