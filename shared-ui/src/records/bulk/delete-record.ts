import { BulkDeleted } from '@portal/contract'
import type { AnyRecord, Declaration } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../api/api-problem.ts'
import { crud } from '../../api/api.ts'
import { useShell } from '../../portal/shell-api.ts'
import { deletionKey } from '../list/own-deletions.ts'
import { recordShape } from '../list/record-shape.ts'
import { titleOf } from '../declaration/record-title.ts'
import { refreshRecords } from '../list/refresh-records.ts'
import { t } from './texts.ts'

function deleteRecord(collection: Declaration, { pid }: AnyRecord): Promise<unknown> {
  return crud({ apiPath: `/${collection.name}/${encodeURIComponent(pid)}`, method: 'DELETE' }, BulkDeleted)
}

/** Restores a deleted record. */
export async function restoreRecord(
  collection: Declaration,
  { pid }: AnyRecord,
): Promise<{ changed: number; failed: readonly unknown[] }> {
  await crud(
    { apiPath: `/${collection.name}/${encodeURIComponent(pid)}/restore`, method: 'POST' },
    recordShape,
  )
  return { changed: 1, failed: [] }
}

/**
 * Deletes one record and shows the texts of specification.md 8. `onDeleted` is called before the lists are
 * reloaded.
 */
export function useDeleteRecord(collection: Declaration, onDeleted: (record: AnyRecord) => void) {
  const shell = useShell()
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: deletionKey,
    mutationFn: async (record: AnyRecord) => {
      if (record.pid === '') throw new InvalidId()
      return deleteRecord(collection, record)
    },
    onSuccess: (_answer, record) => {
      shell.toast({
        title: t('oneDeleted'),
        description: t('oneDeletedText', { name: titleOf(collection, record) }),
      })
      onDeleted(record)
    },
    onError: (error, record) => {
      if (error instanceof InvalidId) {
        shell.toast({ title: error.message, colour: 'red' })
        return
      }
      const told = error instanceof ApiProblem && error.status > 0 ? error.message : ''
      const description = told === '' ? t('oneDeleteFailedText', { name: titleOf(collection, record) }) : told
      shell.toast({ title: t('oneDeleteFailed'), description, colour: 'red' })
    },
    onSettled: (_answer, error, { pid }) =>
      refreshRecords(queryClient, collection, error === null ? pid : undefined),
  })
}

class InvalidId extends Error {
  constructor() {
    super(t('invalidId'))
    this.name = 'InvalidId'
  }
}
