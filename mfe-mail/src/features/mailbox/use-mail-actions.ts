import type { MailChange, MailFolderId, MailMessageSummary, MailPatch } from '@portal/contract'
import { useShell } from '@portal/shared-ui'
import { useState } from 'react'
import { folderName } from '../../folder-name.ts'
import type { UndoApi } from '../../undo/use-undo.ts'
import type { Mailbox } from '../../mail-calls.ts'
import { t } from '../../texts.ts'
import { useMailWrites } from './mailbox.queries.ts'

/** The properties of a message that the actions need. */
export interface Target {
  id: string
  subject: string
  folder: MailFolderId
}

/** The messages a row stands for: one message, or those of a conversation in this folder. */
export function targetsOf({ id, subject, folder, conversation }: MailMessageSummary): Target[] {
  return (conversation?.ids ?? [id]).map((each) => ({ id: each, subject, folder }))
}

export interface MailActions {
  /** Messages that wait for confirmation of their permanent deletion. */
  pendingDelete: readonly Target[]
  flag: (targets: readonly Target[], flag: boolean) => void
  setRead: (targets: readonly Target[], isRead: boolean) => void
  move: (targets: readonly Target[], folder: MailFolderId) => void
  /** Restores messages to the folders they were deleted from. */
  restore: (targets: readonly Target[]) => void
  /** Moves to the deleted items; asks first when some are already there. */
  remove: (targets: readonly Target[]) => void
  confirm: () => void
  cancelDelete: () => void
  resend: (target: Target) => void
}

export interface MailActionsInput {
  mailbox: Mailbox
  done: UndoApi
  /** Called when messages leave the open list. */
  onLeave: (ids: readonly string[]) => void
  /** Called when a message was restored by Undo. */
  onReturn: (id: string) => void
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * All actions on messages, for buttons, shortcuts and selections. A failure is shown as a toast and changes
 * nothing.
 */
export function useMailActions({ mailbox, done, onLeave, onReturn }: MailActionsInput): MailActions {
  const shell = useShell()
  const writes = useMailWrites(mailbox)
  const [pendingDelete, setDoomed] = useState<readonly Target[]>([])

  /** Actions run independently, even when started in quick succession. */
  async function attempt(deed: () => Promise<void>, failure = t('changeFailed')): Promise<void> {
    try {
      await deed()
    } catch (error) {
      shell.toast({ title: failure, description: sentenceOf(error), colour: 'red' })
    }
  }
  function tellFailed(failed: readonly { reason: string }[]): void {
    if (failed.length > 0)
      shell.toast({
        title: t('someFailed', { count: failed.length }),
        description: [...new Set(failed.map(({ reason }) => reason))].join(' '),
        colour: 'red',
      })
  }
  const undoChanges = (changes: readonly MailChange[]) =>
    attempt(async () => {
      done.forget()
      const { updated, failed } = await writes.change(changes)
      tellFailed(failed)
      if (changes.length === 1 && updated[0] !== undefined) onReturn(updated[0].id)
    }, t('undoFailed'))

  /** Changes messages and offers an undo; with `leaves` they disappear from the list. */
  const change = (targets: readonly Target[], patch: MailPatch, words: string | null, leaves: boolean) =>
    attempt(async () => {
      if (targets.length === 0) return
      const { updated, failed } = await writes.change(targets.map(({ id }) => ({ id, ...patch })))
      tellFailed(failed)
      if (updated.length === 0) return
      if (words !== null)
        done.tell(words, () => void undoChanges(updated.map(({ id, before }) => ({ id, ...before }))))
      if (leaves) onLeave(updated.map(({ id }) => id))
    })
  const isMany = (targets: readonly Target[]) => targets.length > 1
  const remove = (targets: readonly Target[]) =>
    attempt(async () => {
      const { moved, deleted, failed } = await writes.remove(targets.map(({ id }) => id))
      tellFailed(failed)
      if (moved.length > 0)
        done.tell(
          isMany(targets)
            ? t('movedMany', { count: moved.length, folder: folderName('deleteditems') })
            : t('moved', { folder: folderName('deleteditems') }),
          () => void undoChanges(moved.map((id) => ({ id, restore: true }))),
        )
      else if (deleted.length > 0)
        done.tell(
          isMany(targets) ? t('deletedManyForGood', { count: deleted.length }) : t('deletedForGood'),
          null,
        )
      onLeave([...moved, ...deleted])
    })
  return {
    pendingDelete,
    flag: (targets, flag) =>
      void change(
        targets,
        { flag },
        isMany(targets) ? t(flag ? 'flaggedMany' : 'unflaggedMany', { count: targets.length }) : null,
        false,
      ),
    setRead: (targets, isRead) =>
      void change(
        targets,
        { isRead },
        isMany(targets) ? t(isRead ? 'readMany' : 'unreadMany', { count: targets.length }) : null,
        false,
      ),
    move: (targets, folder) =>
      void change(
        targets,
        { folder },
        isMany(targets)
          ? t('movedMany', { count: targets.length, folder: folderName(folder) })
          : t('moved', { folder: folderName(folder) }),
        true,
      ),
    restore: (targets) =>
      void change(
        targets,
        { restore: true },
        isMany(targets) ? t('restoredMany', { count: targets.length }) : t('restored'),
        true,
      ),
    remove: (targets) =>
      targets.some(({ folder }) => folder === 'deleteditems') ? setDoomed(targets) : void remove(targets),
    confirm: () => {
      const targets = pendingDelete
      setDoomed([])
      void remove(targets)
    },
    cancelDelete: () => setDoomed([]),
    resend: ({ id, subject }) =>
      void attempt(async () => {
        await writes.resend(id)
        done.tell(t('sendingAgain', { subject }), null)
      }, t('resendFailed')),
  }
}
