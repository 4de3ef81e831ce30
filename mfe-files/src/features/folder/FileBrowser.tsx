import { useEffect, useMemo, useState } from 'react'
import { mdiFolderOpenOutline, mdiFolderOutline } from '@mdi/js'
import type { FileList, FileRecord } from '@portal/contract'
import { EmptyState, ErrorPanel, Notice, SkeletonTable, isProblem } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { t } from '../../texts.ts'
import { DeletedFolder } from './DeletedFolder.lazy.ts'
import { MoveProvider } from './drag-move.ts'
import { DropFrame } from './DropFrame.tsx'
import { useFileWrites } from './file-writes.ts'
import { FileGone } from './FileGone.tsx'
import { FolderHeader } from './FolderHeader.tsx'
import { folderOrder } from './folder-order.ts'
import { FoundList } from './FoundList.lazy.ts'
import { FolderTable } from './FolderTable.tsx'
import { FolderTree } from './FolderTree.tsx'
import { folderQuery, isFolder } from './folder.queries.ts'
import { FolderLink } from './FolderLink.tsx'
import { PermitFileList } from './PermitFileList.lazy.ts'
import { Preview } from './preview/Preview.tsx'
import { isSameRoot, permitOfRoot, useFileBrowser } from './file-browser-context.ts'
import { FileActionDialogs } from './FileActionDialogs.tsx'
import { UndoDeletion } from './UndoDeletion.tsx'

const skeletonWidths = [360, 96, 128, 176, 144]

/** On a phone or in a record's drawer the tree is above the list instead of beside it. */
const narrow = '@container (max-width: 720px)'
const treeStyle = {
  flex: 'none',
  width: 240,
  borderRight: 1,
  borderColor: 'divider',
  overflow: 'auto',
  paddingBlock: 2,
  [narrow]: { width: '100%', maxHeight: 240, borderRight: 0, borderBottom: 1, borderColor: 'divider' },
} as const

/** For example `3 folders, 12 files`; zero counts are omitted. */
function contents(records: readonly FileRecord[]): string {
  const folders = records.filter(isFolder).length
  const files = records.length - folders
  return [
    folders > 0 ? t('folders', { count: folders }) : '',
    files > 0 || folders === 0 ? t('files', { count: files }) : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function EmptyFolder({ path }: { path: FileList['path'] }) {
  const { kind, title, whyNotAdd } = useFileBrowser()
  const hint = whyNotAdd ?? t('emptyHint')
  const parent = path.at(-2)
  if (path.length === 0)
    return <EmptyState icon={mdiFolderOpenOutline} title={t(`emptyTop_${kind}`)} text={hint} />
  return (
    <EmptyState icon={mdiFolderOpenOutline} title={t('emptyFolder')} text={hint}>
      <FolderLink to={{ folder: parent?.pid ?? null }}>
        {t('toParent', { folder: parent?.name ?? title })}
      </FolderLink>
    </EmptyState>
  )
}

/** The open folder was deleted, or the viewer may not see it. */
function FolderGone() {
  const { title } = useFileBrowser()
  return (
    <Notice icon={mdiFolderOutline} title={t('goneTitle')} text={t('goneText')}>
      <FolderLink to={{ folder: null }}>{t('toTop', { root: title })}</FolderLink>
    </Notice>
  )
}

export interface FileRoomProps {
  /** Number of files and folders at the top, when it is known. */
  onCount?: (count: number) => void
}

/**
 * A folder of a file tree with all of its actions. Used for Upload documents, the team and restricted
 * folders, and the Files tab of a record.
 */
export function FileBrowser({ onCount }: FileRoomProps) {
  const room = useFileBrowser()
  const { root, kind, place, title } = room
  const parentId = place.folder ?? root
  const { data, error, refetch, isPlaceholderData } = useQuery(folderQuery(parentId))
  const listed = data?.records
  // The same array while neither files nor order change, because the table uses its identity to keep its
  // rows.
  const records = useMemo(() => (listed ?? []).toSorted(folderOrder(place.sort)), [listed, place.sort])
  const [isTreeOpen, setTreeOpen] = useState(false)
  const { move } = useFileWrites(parentId)
  const count = place.folder === null && !isPlaceholderData ? data?.records.length : undefined
  useEffect(() => {
    if (count !== undefined) onCount?.(count)
  }, [count, onCount])

  const permit = permitOfRoot(root)
  if (place.isAll && permit !== null) return <PermitFileList permit={permit} />
  if (error !== null && isProblem(error, 'not-found')) return <FolderGone />
  if (error !== null && data === undefined) {
    const words = t(kind === 'record' ? 'attachmentsFailed' : 'failed')
    return <ErrorPanel error={error} title={words} onRetry={() => void refetch()} />
  }
  if (data !== undefined && !isPlaceholderData && !isSameRoot(data.root, root)) return <FolderGone />
  const label = data?.path.at(-1)?.name ?? title
  const shown = data?.records.find(({ pid }) => pid === place.file)
  if (place.isDeleted) return <DeletedFolder label={label} parentId={parentId} />
  return (
    <MoveProvider value={(records, target) => move.mutate({ records, target })}>
      <DropFrame folder={label} parentId={parentId}>
        <FolderHeader
          label={label}
          path={data?.path ?? []}
          isTreeOpen={isTreeOpen}
          onTree={() => setTreeOpen(!isTreeOpen)}
          parentId={parentId}
        >
          {data === undefined || isPlaceholderData ? t('loading') : contents(data.records)}
        </FolderHeader>
        <Box
          sx={{
            display: 'flex',
            borderTop: 1,
            borderColor: 'divider',
            minHeight: 200,
            [narrow]: { flexDirection: 'column' },
          }}
        >
          {isTreeOpen && (
            <Box sx={treeStyle}>
              <FolderTree
                label={t('folderTree')}
                chosen={place.folder}
                way={data?.path ?? []}
                to={(folder) => room.addressOf({ folder })}
              />
            </Box>
          )}
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {place.find !== null ? (
              <FoundList
                label={label}
                parentId={parentId}
                token={place.find}
                isEverywhere={place.isEverywhere}
              />
            ) : data === undefined ? (
              <SkeletonTable widths={skeletonWidths} />
            ) : data.records.length === 0 ? (
              <EmptyFolder path={data.path} />
            ) : (
              <FileActionDialogs key={parentId} parentId={parentId} path={data.path} records={records}>
                <FolderTable
                  label={label}
                  parentId={parentId}
                  records={records}
                  isStale={isPlaceholderData}
                />
              </FileActionDialogs>
            )}
          </Box>
        </Box>
        <UndoDeletion />
        {place.file !== null && shown === undefined && data !== undefined && !isPlaceholderData && (
          <FileGone />
        )}
        {shown !== undefined && data !== undefined && (
          <Preview file={shown} files={records.filter((record) => !isFolder(record))} />
        )}
      </DropFrame>
    </MoveProvider>
  )
}
