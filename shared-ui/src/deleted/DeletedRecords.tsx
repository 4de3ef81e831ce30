import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { DeletedRecords as DeletedRecordsResponse, isAdministrator, restorableDays } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { crud } from '../api/api.ts'
import { Notice } from '../feedback/Notice.tsx'
import { mdiLockOutline } from '../icons/paths.ts'
import { refreshRecords } from '../records/list/refresh-records.ts'
import { recordShape } from '../records/list/record-shape.ts'
import DeletedList from './DeletedList.tsx'
import type { DeletedPage } from './DeletedList.tsx'
import { deletedStateIn, writeDeletedState } from './deleted-state.ts'
import type { DeletedState } from './deleted-state.ts'
import { t } from './texts.ts'

export interface DeletedRecordsProps {
  collection: Declaration
  label: string
  /** The page's own path. */
  path: string
  scope?: 'all' | undefined
  actor: Actor
}

async function load(
  { name }: Declaration,
  scope: 'all' | undefined,
  state: DeletedState,
  signal: AbortSignal,
): Promise<DeletedPage> {
  const { searchToken, sort, page } = state
  const query = {
    sort,
    page,
    ...(searchToken !== '' && { searchToken }),
    ...(scope !== undefined && { scope }),
  }
  const { deleted, metadata } = await crud(
    { apiPath: `/${name}/deleted`, method: 'GET', query },
    DeletedRecordsResponse,
    { signal },
  )
  const rows = deleted.map(({ title, number, ...row }) => ({ ...row, name: title, detail: number }))
  return { rows, count: metadata.count, pageSize: metadata.pageSize }
}

/** The deleted records of a page, at `?deleted=true`. */
export default function DeletedRecords({ collection, label, path, scope, actor }: DeletedRecordsProps) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  if (!isAdministrator(actor.role)) {
    return (
      <Notice
        icon={mdiLockOutline}
        title={t('administratorsTitle')}
        text={t('administratorsText', { days: restorableDays })}
      />
    )
  }
  const show = (state: DeletedState, { replace }: { replace: boolean }) => {
    const next = new URLSearchParams({ deleted: 'true' })
    writeDeletedState(next, state)
    void navigate(`${path}?${next.toString()}`, { replace, preventScrollReset: true })
  }
  return (
    <Box
      sx={{
        display: 'flex',
        flex: 1,
        minHeight: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        backgroundColor: 'portal.surface',
      }}
    >
      <DeletedList
        place={label}
        cacheKey={`${collection.name} ${scope ?? ''}`}
        load={(state, signal) => load(collection, scope, state, signal)}
        restore={(pid) =>
          crud(
            { apiPath: `/${collection.name}/${encodeURIComponent(pid)}/restore`, method: 'POST' },
            recordShape,
          )
        }
        onRestored={() => void refreshRecords(queryClient, collection)}
        state={deletedStateIn(search)}
        onState={show}
        back={`${path}?page=1`}
      />
    </Box>
  )
}
