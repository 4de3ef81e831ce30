import type { MailAttachment, MailLink, MailMessage } from '@portal/contract'
import { useShell } from '@portal/shared-ui'
import type { DoneTeller } from '../../../done/use-done.ts'
import type { Mailbox } from '../../../mail-calls.ts'
import { t } from '../../../texts.ts'
import { useLinks } from './links.queries.ts'
import type { LinkedRecord } from './links.queries.ts'

export interface LinkActions {
  link: (message: MailMessage, record: LinkedRecord, withAttachments: boolean) => void
  unlink: (message: MailMessage, link: MailLink) => void
  save: (message: MailMessage, attachment: MailAttachment, record: LinkedRecord) => void
}

/** Linking a message and keeping its attachments, each told with its way back; what fails is told by a toast. */
export function useLinkActions(mailbox: Mailbox, done: DoneTeller): LinkActions {
  const shell = useShell()
  const links = useLinks(mailbox)
  async function attempt(deed: () => Promise<void>, failure: string): Promise<void> {
    try {
      await deed()
    } catch (error) {
      shell.toast({ title: failure, description: error instanceof Error ? error.message : String(error), colour: 'red' })
    }
  }
  const undo = (deed: () => Promise<void>) => () => {
    done.forget()
    void attempt(deed, t('undoFailed'))
  }
  const save = (message: MailMessage, { id, name }: MailAttachment, record: LinkedRecord) =>
    attempt(
      async () => {
        const { file } = await links.saveAttachment(message.id, id, record)
        done.tell(t('savedTo', { name: file.name, title: record.title }), null)
      },
      t('saveFailed', { name }),
    )
  const link = async (message: MailMessage, record: LinkedRecord, withAttachments: boolean) => {
    await attempt(async () => {
      await links.link(message.id, record)
      done.tell(
        t('linked', { title: record.title }),
        undo(() => links.unlink(message.id, record)),
      )
      if (withAttachments) for (const attachment of message.attachments) await save(message, attachment, record)
    }, t('linkFailed'))
  }
  return {
    link: (message, record, withAttachments) => void link(message, record, withAttachments),
    unlink: (message, record) =>
      void attempt(async () => {
        await links.unlink(message.id, record)
        done.tell(
          t('unlinked', { title: record.title }),
          undo(() => links.link(message.id, record)),
        )
      }, t('linkFailed')),
    save: (message, attachment, record) => void save(message, attachment, record),
  }
}
