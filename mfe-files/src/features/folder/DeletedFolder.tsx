import { useState } from 'react'
import { mdiLockOutline } from '@mdi/js'
import { DeletedFiles, restorableDays } from '@portal/contract'
import {
  DeletedList,
  Notice,
  api,
  deletedStateIn,
  filesKey,
  useShell,
  writeDeletedState,
} from '@portal/shared-ui'
import type { DeletedState } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useQueryClient } from '@portal/shared-ui/query'
import { t } from '../../texts.ts'
import { fileIcon } from './file-icons.ts'
import { restoreFile } from './file-writes.ts'
import { useFileBrowser } from './file-browser-context.ts'

async function load(
  parentId: string,
  top: string,
  { searchToken, sort, page }: DeletedState,
  signal: AbortSignal,
) {
  const params = { parentId, sort, page, ...(searchToken !== '' && { searchToken }) }
  const { deleted, metadata } = await api.get('/api/files/deleted', DeletedFiles, { signal, params })
  const rows = deleted.map(({ mimeType, path, ...row }) => ({
    ...row,
    icon: fileIcon(mimeType),
    detail: [top, ...path].join(' / '),
  }))
  return { rows, count: metadata.count, pageSize: metadata.pageSize }
}

/**
 * The deleted files of a folder and its subfolders. On a page its state is in the address; in a drawer the
 * address belongs to the table.
 */
export default function DeletedFolder({ label, parentId }: { label: string; parentId: string }) {
  const { kind, title, addressOf, search, seesDeleted } = useFileBrowser()
  const shell = useShell()
  const queryClient = useQueryClient()
  const [own, setOwn] = useState<DeletedState>(() => deletedStateIn(new URLSearchParams()))
  const isPage = kind !== 'record'
  if (!seesDeleted)
    return (
      <Notice
        icon={mdiLockOutline}
        title={t('deletedClosed')}
        text={t('deletedClosedText', { days: restorableDays })}
      />
    )
  const show = (state: DeletedState) => {
    if (!isPage) {
      setOwn(state)
      return
    }
    const address = new URL(addressOf({ isDeleted: true }), window.location.href)
    writeDeletedState(address.searchParams, state)
    shell.navigate(address.pathname + address.search)
  }
  return (
    <Box sx={{ backgroundColor: 'portal.surface', minHeight: '100%' }}>
      <DeletedList
        place={label}
        cacheKey={`files ${parentId}`}
        load={(state, signal) => load(parentId, title, state, signal)}
        restore={restoreFile}
        onRestored={() => void queryClient.invalidateQueries({ queryKey: [filesKey] })}
        state={isPage ? deletedStateIn(search) : own}
        onState={show}
        back={addressOf({})}
      />
    </Box>
  )
}
