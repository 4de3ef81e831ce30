import { FileResponse } from '@portal/contract'
import type { FileList, FilePatch, FileRecord } from '@portal/contract'
import {
  ApiProblem,
  api,
  createFolder,
  deleteFile,
  fileMessage,
  filesKey,
  folderFailure,
  useShell,
} from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { atom, useSetAtom } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'
import { folderKey } from './folder.queries.ts'
import { useFileBrowser } from './file-browser-context.ts'
import type { FileBrowserContext } from './file-browser-context.ts'

/** The message of a refused file call (contract.md 5). */
export function namesAndAddresses(error: unknown): string {
  return fileMessage(error) ?? (error instanceof Error ? error.message : t('failedWrite'))
}

/** Why a folder was not created, as worded in specification.md 5 and 8. */
export function folderProblem(error: Error): string {
  return error instanceof ApiProblem ? folderFailure(error).message : error.message
}

export interface FileRefusal {
  record: FileRecord
  reason: string
}

/** Runs an action for each record in sequence; returns the refused ones with their reasons. */
export async function eachOf(
  records: readonly FileRecord[],
  act: (record: FileRecord) => Promise<unknown>,
): Promise<FileRefusal[]> {
  const refused: FileRefusal[] = []
  for (const record of records)
    await act(record).catch((error: unknown) => refused.push({ record, reason: namesAndAddresses(error) }))
  return refused
}

/** Restores a deleted file. Throws an Error with a message to show. */
export async function restoreFile(pid: string): Promise<void> {
  await api
    .post(`/api/files/${encodeURIComponent(pid)}/restore`, {}, FileResponse)
    .catch((error: unknown) => {
      throw new Error(namesAndAddresses(error), { cause: error })
    })
}

const change = (pid: string, patch: FilePatch) =>
  api.patch(`/api/files/${encodeURIComponent(pid)}`, patch, FileResponse)

/** Pids deleted or moved on this page. Other missing files were removed by somebody else. */
export const locallyRemovedAtom = atom<ReadonlySet<string>>(new Set<string>())

/** The last deletion on this page, for Undo. */
export const lastDeletionAtom = atom<readonly FileRecord[]>([])

/** The message for files that were not deleted. Source: specification.md 8. */
export function notDeletedIn({ kind }: Pick<FileBrowserContext, 'kind'>): string {
  return t(kind === 'record' ? 'attachmentNotDeleted' : 'notDeleted')
}

/** Maximum number of refusals reported one by one. */
const maxTold = 3

/**
 * The changes of files on this screen. Deleted or moved files leave the list immediately and are restored
 * when the server refuses (specification.md 4).
 */
export function useFileWrites(parentId: string) {
  const shell = useShell()
  const room = useFileBrowser()
  const queryClient = useQueryClient()
  const setTaken = useSetAtom(locallyRemovedAtom)
  const setLastDeletion = useSetAtom(lastDeletionAtom)
  const queryKey = folderKey(parentId)
  const look = () => void queryClient.invalidateQueries({ queryKey: [filesKey] })
  const put = (records: (known: readonly FileRecord[]) => FileRecord[]) =>
    queryClient.setQueryData<FileList>(
      queryKey,
      (list) => list && { ...list, records: records(list.records) },
    )
  const take = async (records: readonly FileRecord[]) => {
    await queryClient.cancelQueries({ queryKey })
    const pids = new Set(records.map(({ pid }) => pid))
    setTaken((known) => new Set([...known, ...pids]))
    put((known) => known.filter(({ pid }) => !pids.has(pid)))
  }
  const rollBack = (
    refused: readonly FileRefusal[],
    titleOf: () => string,
    without: (record: FileRecord) => string,
  ) => {
    const back = new Set(refused.map(({ record }) => record.pid))
    setTaken((known) => new Set([...known].filter((pid) => !back.has(pid))))
    if (refused.length > 0)
      put((known) => [...known.filter(({ pid }) => !back.has(pid)), ...refused.map(({ record }) => record)])
    for (const { record, reason } of refused.slice(0, maxTold)) {
      shell.toast({ title: titleOf(), description: reason === '' ? without(record) : reason, colour: 'red' })
    }
    look()
  }

  const remove = useMutation({
    mutationFn: (records: readonly FileRecord[]) => eachOf(records, ({ pid }) => deleteFile(pid)),
    onMutate: take,
    onSuccess: (refused, records) => {
      rollBack(
        refused,
        () => notDeletedIn(room),
        ({ name }) => t('notDeletedNamed', { name }),
      )
      const stayed = new Set(refused.map(({ record }) => record))
      // Only staff can restore what they deleted.
      if (!room.isClient) setLastDeletion(records.filter((record) => !stayed.has(record)))
    },
  })
  const move = useMutation({
    mutationFn: ({ records, target }: { records: readonly FileRecord[]; target: string }) =>
      eachOf(records, ({ pid }) => change(pid, { parentId: target })),
    onMutate: ({ records }) => take(records),
    onSuccess: (refused) =>
      rollBack(
        refused,
        () => t('notMoved'),
        ({ name }) => t('notMovedNamed', { name }),
      ),
  })
  const patch = useMutation({
    mutationFn: async ({ pids, patch: body }: { pids: readonly string[]; patch: FilePatch }) => {
      for (const pid of pids) await change(pid, body)
    },
    onSettled: look,
  })
  const makeFolder = useMutation({
    mutationFn: ({ name, key }: { name: string; key: string }) => {
      const trimmed = name.trim()
      // Both are required, as on the server (specification.md 5).
      if (trimmed === '' || parentId === '') throw new Error(t('refresh'))
      return createFolder({ root: room.root, parentId }, trimmed, { key })
    },
    onSuccess: look,
  })
  return { remove, move, patch, makeFolder }
}
