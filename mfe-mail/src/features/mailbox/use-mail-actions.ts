import { mailFolderNames } from '@portal/contract'
import type { MailFolderId, MailMessage, MailPatch } from '@portal/contract'
import { useShell } from '@portal/shared-ui'
import { useState } from 'react'
import { t } from '../../texts.ts'
import { useChangeMessage, useDeleteMessage } from './mailbox.queries.ts'

/** What was just done, and the way back where there is one. */
export interface Done {
  /** Grows with each deed, so that two of the same are told twice. */
  number: number
  text: string
  undo: (() => void) | null
}

export interface MailActions {
  done: Done | null
  forget: () => void
  /** A message that waits for a yes before it is deleted for good; null = none. */
  doomed: MailMessage | null
  flag: (message: MailMessage) => void
  setRead: (message: MailMessage, isRead: boolean) => void
  move: (message: MailMessage, folder: MailFolderId) => void
  /** To the deleted items; from there it asks first. */
  remove: (message: MailMessage) => void
  confirm: () => void
  spare: () => void
}

export interface MailActionsInput {
  mailbox: string | null
  /** Called when the message leaves the list that is open. */
  onLeave: (id: string) => void
  /** Called when an undone message is back. */
  onReturn: (id: string) => void
}

/** Everything that can be done with a message, for buttons and keys alike. What fails is told by a toast and changes nothing. */
export function useMailActions({ mailbox, onLeave, onReturn }: MailActionsInput): MailActions {
  const shell = useShell()
  const change = useChangeMessage(mailbox)
  const erase = useDeleteMessage(mailbox)
  const [done, setDone] = useState<Done | null>(null)
  const [doomed, setDoomed] = useState<MailMessage | null>(null)
  const tell = (text: string, undo: Done['undo']) => setDone((before) => ({ number: (before?.number ?? 0) + 1, text, undo }))

  /** Each deed ends on its own, however quickly the next one follows. */
  async function attempt(deed: () => Promise<void>, failure = t('changeFailed')): Promise<void> {
    try {
      await deed()
    } catch (error) {
      shell.toast({ title: failure, description: error instanceof Error ? error.message : String(error), colour: 'red' })
    }
  }
  const patch = (id: string, values: MailPatch) => attempt(async () => void (await change.mutateAsync({ id, patch: values })))
  const goBack = (id: string, folder: MailFolderId) =>
    attempt(async () => {
      setDone(null)
      await change.mutateAsync({ id, patch: { folder } })
      onReturn(id)
    }, t('undoFailed'))
  const move = ({ id, folder: from }: MailMessage, folder: MailFolderId) =>
    attempt(async () => {
      await change.mutateAsync({ id, patch: { folder } })
      tell(t('moved', { folder: mailFolderNames[folder] }), () => void goBack(id, from))
      onLeave(id)
    })
  const deleteForGood = (id: string) =>
    attempt(async () => {
      await erase.mutateAsync(id)
      tell(t('deletedForGood'), null)
      onLeave(id)
    })
  return {
    done,
    doomed,
    forget: () => setDone(null),
    flag: (message) => void patch(message.id, { flag: !message.flag }),
    setRead: (message, isRead) => void patch(message.id, { isRead }),
    move: (message, folder) => void move(message, folder),
    remove: (message) => (message.folder === 'deleteditems' ? setDoomed(message) : void move(message, 'deleteditems')),
    confirm: () => {
      if (doomed === null) return
      setDoomed(null)
      void deleteForGood(doomed.id)
    },
    spare: () => setDoomed(null),
  }
}
