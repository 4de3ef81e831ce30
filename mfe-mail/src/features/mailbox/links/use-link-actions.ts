import type { MailAttachment, MailLink, MailMessage, SavedAttachment } from '@portal/contract'
import { deleteFile, useShell } from '@portal/shared-ui'
import type { UndoApi } from '../../../undo/use-undo.ts'
import type { Mailbox } from '../../../mail-calls.ts'
import { t } from '../../../texts.ts'
import { useLinks } from './links.queries.ts'
import type { LinkedRecord } from './links.queries.ts'

export interface LinkActions {
  link: (message: MailMessage, record: LinkedRecord, withAttachments: boolean) => void
  unlink: (message: MailMessage, link: MailLink) => void
  /** Shows others the subject of the message, or hides it again. */
  share: (message: MailMessage, isShared: boolean) => void
  /** Dismisses a suggested link. */
  dismiss: (message: MailMessage, link: MailLink) => void
  save: (message: MailMessage, attachments: readonly MailAttachment[], record: LinkedRecord) => void
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Links messages and saves attachments, with progress and an undo that also deletes the saved files. Failures
 * are shown as a toast.
 */
export function useLinkActions(mailbox: Mailbox, done: UndoApi): LinkActions {
  const shell = useShell()
  const links = useLinks(mailbox)
  const warn = (title: string, description: string) => shell.toast({ title, description, colour: 'red' })
  async function attempt(deed: () => Promise<void>, failure: string): Promise<void> {
    try {
      await deed()
    } catch (error) {
      warn(failure, sentenceOf(error))
    }
  }
  const undo = (deed: () => Promise<void>) => () => {
    done.forget()
    void attempt(deed, t('undoFailed'))
  }

  /**
   * Saves attachments one after the other. `before` describes what was already done, and `takeBack` reverts
   * that.
   */
  async function saveAll(
    { id }: MailMessage,
    attachments: readonly MailAttachment[],
    record: LinkedRecord,
    { before, takeBack }: { before: string; takeBack: (() => Promise<void>) | null },
  ): Promise<void> {
    const saved: SavedAttachment[] = []
    const failures: string[] = []
    let isTakenBack = false
    const way = Promise.withResolvers<void>()
    const back = undo(async () => {
      isTakenBack = true
      await way.promise
      await takeBack?.()
      for (const { file, isNew } of saved) if (isNew) await deleteFile(file.pid)
    })
    const tell = (words: string, isOver: boolean) => {
      const isAnythingDone = takeBack !== null || !isOver || saved.some(({ isNew }) => isNew)
      done.tell(`${before} ${words}`.trim(), isAnythingDone ? back : null)
    }
    const count = attachments.length
    for (const [place, attachment] of attachments.entries()) {
      if (isTakenBack) break
      tell(t('savingOf', { place: place + 1, count }), false)
      try {
        saved.push(await links.saveAttachment(id, attachment.id, record))
      } catch (error) {
        failures.push(`${attachment.name}: ${sentenceOf(error)}`)
      }
    }
    way.resolve()
    if (failures.length > 0) warn(t('saveFailed', { count: failures.length }), failures.join(' '))
    if (isTakenBack) return
    const { title } = record
    // When the link was already reported, the record has been named.
    const isNamed = before !== ''
    if (failures.length > 0)
      tell(t(isNamed ? 'linkedSavedSome' : 'savedSome', { saved: saved.length, count, title }), true)
    else if (saved.every(({ isNew }) => !isNew))
      tell(t(isNamed ? 'linkedSavedBefore' : 'savedBefore', { count, title }), true)
    else tell(t(isNamed ? 'linkedSaved' : 'saved', { count, title }), true)
  }

  const save = (message: MailMessage, attachments: readonly MailAttachment[], record: LinkedRecord) =>
    saveAll(message, attachments, record, { before: '', takeBack: null })
  const link = (message: MailMessage, record: LinkedRecord, withAttachments: boolean) =>
    attempt(async () => {
      await links.link(message.id, record)
      const before = t('linked', { title: record.title })
      const takeBack = () => links.unlink(message.id, record)
      if (withAttachments && message.attachments.length > 0)
        await saveAll(message, message.attachments, record, { before, takeBack })
      else done.tell(before, undo(takeBack))
    }, t('linkFailed'))
  const unlink = (message: MailMessage, record: MailLink) =>
    attempt(async () => {
      await links.unlink(message.id, record)
      done.tell(
        t('unlinked', { title: record.title }),
        undo(() => links.link(message.id, record)),
      )
    }, t('linkFailed'))
  const dismiss = ({ id }: MailMessage, link: MailLink) =>
    attempt(() => links.unlink(id, link), t('linkFailed'))
  const share = ({ id }: MailMessage, isShared: boolean) =>
    attempt(async () => {
      await links.share(id, isShared)
      done.tell(
        t(isShared ? 'shared' : 'notShared'),
        undo(() => links.share(id, !isShared)),
      )
    }, t('shareFailed'))
  return {
    share: (message, isShared) => void share(message, isShared),
    dismiss: (message, link) => void dismiss(message, link),
    link: (message, record, withAttachments) => void link(message, record, withAttachments),
    unlink: (message, record) => void unlink(message, record),
    save: (message, attachments, record) => void save(message, attachments, record),
  }
}
