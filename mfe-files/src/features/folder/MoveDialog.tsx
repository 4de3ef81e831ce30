import { useId, useState } from 'react'
import { sharedRoots } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  TextField,
} from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { t } from '../../texts.ts'
import { useFileWrites } from './file-writes.ts'
import { folderQuery, isFolder } from './folder.queries.ts'
import { FolderTree } from './FolderTree.tsx'
import { FileBrowserProvider, useFileBrowser } from './file-browser-context.ts'
import type { FileBrowserContext } from './file-browser-context.ts'

export interface MoveDialogProps {
  /** The open folder, which contains all `records`. */
  parentId: string
  records: readonly FileRecord[]
  onMoved: () => void
  onClose: () => void
}

/** `Move to another folder` for one; otherwise the number of files, or of files and folders. */
function moveTitle(records: readonly FileRecord[]): string {
  const count = records.length
  if (count === 1) return t('moveOne')
  return t(records.some(isFolder) ? 'moveMixed' : 'moveFiles', { count })
}

/**
 * Selects a target folder, in the same root or another one the viewer may open, and moves the selection
 * there. Refused files are put back with the reason.
 */
export function MoveDialog({ parentId, records, onMoved, onClose }: MoveDialogProps) {
  const titleId = useId()
  const room = useFileBrowser()
  const [root, setRoot] = useState(room.root)
  const shared = sharedRoots.find((sharedRoot) => sharedRoot === root)
  const title = shared === undefined ? room.title : t(shared)
  const { move } = useFileWrites(parentId)
  const [target, setTarget] = useState<{ pid: string | null; name: string } | null>(null)
  const { data } = useQuery(folderQuery(parentId))
  const targetId = target?.pid ?? root
  // The folders of another root use their own file browser context.
  const there: FileBrowserContext = { ...room, root, title, kind: shared ?? 'record' }
  const moved = records.map(({ pid }) => pid)
  const reason = targetId === parentId ? t('moveSame') : null
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>{moveTitle(records)}</DialogTitle>
      <DialogContent>
        <TextField
          select
          fullWidth
          margin="dense"
          label={t('moveRoot')}
          value={root}
          helperText={shared === undefined || shared === room.root ? undefined : t(`moveTo_${shared}`)}
          sx={{ marginBottom: 3 }}
          onChange={({ target: chosen }) => {
            setRoot(chosen.value)
            setTarget(null)
          }}
        >
          {room.kind === 'record' && <MenuItem value={room.root}>{t('moveRecord')}</MenuItem>}
          {sharedRoots.map((sharedRoot) => {
            const isClosed = sharedRoot === 'restricted' && !room.seesDeleted
            return (
              <MenuItem key={sharedRoot} value={sharedRoot} disabled={isClosed}>
                {isClosed ? t('moveClosed') : t(sharedRoot)}
              </MenuItem>
            )
          })}
        </TextField>
        <Box
          sx={{
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            paddingBlock: 2,
            minHeight: 200,
            maxHeight: '45vh',
            overflow: 'auto',
          }}
        >
          {/* Folders being moved are omitted as targets, with their subfolders. */}
          <FileBrowserProvider value={there} key={root}>
            <FolderTree
              label={t('folderTree')}
              chosen={target?.pid ?? null}
              way={root === room.root ? (data?.path ?? []) : []}
              without={moved}
              onChoose={(pid, name) => setTarget({ pid, name })}
            />
          </FileBrowserProvider>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          variant="contained"
          aria-disabled={reason !== null}
          aria-description={reason ?? undefined}
          title={reason ?? undefined}
          onClick={() => {
            if (reason !== null) return
            move.mutate({ records, target: targetId })
            onMoved()
          }}
        >
          {t('moveHere', { folder: target?.name ?? title })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
