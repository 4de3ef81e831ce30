import { useState } from 'react'
import type { ReactNode } from 'react'
import type { FileRecord, FolderStep } from '@portal/contract'
import { ConfirmDialog, useShell } from '@portal/shared-ui'
import { t } from '../../texts.ts'
import { FileActionsProvider } from './file-actions.ts'
import type { FileActions } from './file-actions.ts'
import { copyAddress } from './copy-address.ts'
import { isFolder } from './folder.queries.ts'
import { notDeletedIn, useFileWrites, namesAndAddresses } from './file-writes.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { useFileBrowser } from './file-browser-context.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { SelectionBar } from './SelectionBar.tsx'

export interface RoomActsProps {
  parentId: string
  /** The path from the root to the folder. */
  path: readonly FolderStep[]
  records: readonly FileRecord[]
  children: ReactNode
}

type Question =
  | { kind: 'rename'; record: FileRecord }
  | { kind: 'move' | 'remove'; records: readonly FileRecord[] }
  | { kind: 'mark'; records: readonly FileRecord[]; visibility: FileRecord['visibility'] }
  | null

/** The selection in a folder, its actions, and their confirmation dialogs. Key it by the folder. */
export function FileActionDialogs({ parentId, path, records, children }: RoomActsProps) {
  const shell = useShell()
  const room = useFileBrowser()
  const { remove, patch } = useFileWrites(parentId)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [question, setQuestion] = useState<Question>(null)
  const selection = records.filter(({ pid }) => chosen.has(pid))
  const close = () => setQuestion(null)
  const mark = (marked: readonly { pid: string }[], visibility: FileRecord['visibility']) =>
    patch.mutate(
      { pids: marked.map(({ pid }) => pid), patch: { visibility } },
      {
        onSuccess: () => shell.toast({ title: t(visibility === 'CLIENT' ? 'shared' : 'unshared') }),
        onError: (error) =>
          shell.toast({ title: t('failedWrite'), description: namesAndAddresses(error), colour: 'red' }),
      },
    )
  const acts: FileActions = {
    selected: new Set(selection.map(({ pid }) => pid)),
    selectedWith: (record) => (chosen.has(record.pid) ? selection : [record]),
    toggle: (pid) =>
      setChosen((known) =>
        known.has(pid) ? new Set([...known].filter((each) => each !== pid)) : new Set([...known, pid]),
      ),
    toggleAll: () =>
      setChosen(selection.length === records.length ? new Set() : new Set(records.map(({ pid }) => pid))),
    rename: (record) => setQuestion({ kind: 'rename', record }),
    move: (moved) => {
      const kept = moved.map(room.whyNotMove).find((reason) => reason !== null)
      if (kept !== undefined) shell.toast({ title: t('notMoved'), description: kept, colour: 'red' })
      else setQuestion({ kind: 'move', records: moved })
    },
    remove: (removed) => {
      const reasons = removed.map(room.whyNotDelete)
      if (removed.length > 0 && !reasons.includes(null))
        shell.toast({ title: notDeletedIn(room), description: reasons[0] ?? '', colour: 'red' })
      else setQuestion({ kind: 'remove', records: removed })
    },
    mark: (marked, visibility) => setQuestion({ kind: 'mark', records: marked, visibility }),
    copyLink: (record) => {
      const address = room.addressOf(isFolder(record) ? { folder: record.pid } : { file: record.pid })
      copyAddress(shell, address)
    },
  }
  return (
    <FileActionsProvider value={acts}>
      {children}
      {selection.length > 0 && <SelectionBar selection={selection} onClear={() => setChosen(new Set())} />}
      {question?.kind === 'rename' && <RenameDialog record={question.record} onClose={close} />}
      {question?.kind === 'move' && (
        <MoveDialog
          parentId={parentId}
          records={question.records}
          onClose={close}
          onMoved={() => {
            setChosen(new Set())
            close()
          }}
        />
      )}
      {question?.kind === 'mark' && (
        <ShareDialog
          records={question.records}
          path={path}
          visibility={question.visibility}
          onNo={close}
          onYes={(above) => {
            // From the root down: files shared in a visible folder notify the people who see it.
            mark([...above, ...question.records], question.visibility)
            close()
          }}
        />
      )}
      {question?.kind === 'remove' && (
        <ConfirmDialog
          title={
            question.records.length === 1
              ? t('deleteOneTitle', { name: question.records[0]?.name ?? '' })
              : t('deleteTitle', { count: question.records.length })
          }
          text={t(
            room.seesDeleted ? 'deleteTextAdministrator' : room.isClient ? 'deleteTextClient' : 'deleteText',
          )}
          yes={t('delete')}
          onNo={close}
          onYes={() => {
            remove.mutate(question.records)
            close()
          }}
        />
      )}
    </FileActionsProvider>
  )
}
