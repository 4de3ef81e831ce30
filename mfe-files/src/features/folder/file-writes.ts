import { FileAnswer } from '@portal/contract'
import type { FileList, FilePatch, FileRecord } from '@portal/contract'
import { ApiProblem, api, createFolder, deleteFile, fileMessage, filesKey, folderFailure, useShell } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { t } from '../../texts.ts'
import { folderKey } from './folder.queries.ts'
import { useRoom } from './room.ts'

/** What a refused file call says (contract.md section 5). */
export function wordsOf(error: unknown): string {
  return fileMessage(error) ?? (error instanceof Error ? error.message : t('failedWrite'))
}

/** Why a folder was not made, in the words of spec.txt sections 5 and 8. */
export function folderProblem(error: Error): string {
  return error instanceof ApiProblem ? folderFailure(error).message : error.message
}

/** Deletes one after the other; answers what was refused and why. */
async function deleteAll(records: readonly FileRecord[]): Promise<{ record: FileRecord; reason: string }[]> {
  const refused: { record: FileRecord; reason: string }[] = []
  for (const record of records) {
    await deleteFile(record.pid).catch((error: unknown) => refused.push({ record, reason: wordsOf(error) }))
  }
  return refused
}

/** The changes of files on this screen. What is deleted leaves the list at once and comes back where the server refuses (spec.txt section 4). */
export function useFileWrites(parentId: string) {
  const shell = useShell()
  const room = useRoom()
  const queryClient = useQueryClient()
  const queryKey = folderKey(parentId)
  const change = (records: (known: readonly FileRecord[]) => FileRecord[]) =>
    queryClient.setQueryData<FileList>(queryKey, (list) => list && { ...list, records: records(list.records) })
  const look = () => void queryClient.invalidateQueries({ queryKey: [filesKey] })

  const remove = useMutation({
    mutationFn: deleteAll,
    onMutate: async (records) => {
      await queryClient.cancelQueries({ queryKey })
      const gone = new Set(records.map(({ pid }) => pid))
      change((known) => known.filter(({ pid }) => !gone.has(pid)))
    },
    onSuccess: (refused) => {
      const back = new Set(refused.map(({ record }) => record.pid))
      if (refused.length > 0) change((known) => [...known.filter(({ pid }) => !back.has(pid)), ...refused.map(({ record }) => record)])
      for (const { record, reason } of refused.slice(0, 3)) {
        const title = t(room.kind === 'record' ? 'attachmentNotDeleted' : 'notDeleted')
        shell.toast({ title, description: reason === '' ? t('notDeletedNamed', { name: record.name }) : reason, colour: 'red' })
      }
      look()
    },
  })
  const patch = useMutation({
    mutationFn: async ({ pids, patch: body }: { pids: readonly string[]; patch: FilePatch }) => {
      for (const pid of pids) await api.patch(`/api/files/${encodeURIComponent(pid)}`, body, FileAnswer)
    },
    onSettled: look,
  })
  const makeFolder = useMutation({
    mutationFn: ({ name, key }: { name: string; key: string }) => {
      const trimmed = name.trim()
      // Both are needed, as the server says too (spec.txt section 5).
      if (trimmed === '' || parentId === '') throw new Error(t('refresh'))
      return createFolder({ root: room.root, parentId }, trimmed, { key })
    },
    onSuccess: look,
  })
  return { remove, patch, makeFolder }
}
