import { useQueryClient } from '@tanstack/react-query'
import { useStore } from 'jotai'
import { useState } from 'react'
import { recordRoot } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { useShell } from '../../../portal/shell-api.ts'
import { noFiles } from '../../../uploads/folder-tree.ts'
import { t } from '../../../uploads/texts.ts'
import { startUpload } from '../../../uploads/uploads.ts'

/**
 * The files of a record that is being made: chosen before, uploaded into it once it is there
 * (specification.md 7).
 */
export function useNewFiles({ table }: Declaration) {
  const shell = useShell()
  const store = useStore()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState(noFiles)
  const uploadInto = (pid: string) => {
    if (chosen === noFiles) return
    const root = recordRoot(table, pid)
    startUpload(store, queryClient, { root, parentId: root }, chosen).catch(() =>
      shell.toast({ title: t('failed'), colour: 'red' }),
    )
  }
  return { chosen, setChosen, uploadInto }
}
