import { useId, useState } from 'react'
import type { FileRecord } from '@portal/contract'
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { t } from '../../texts.ts'
import { useFileWrites } from './file-writes.ts'
import { folderQuery } from './folder.queries.ts'
import { FolderTree } from './FolderTree.tsx'
import { useRoom } from './room.ts'

export interface MoveDialogProps {
  /** The open folder, in which all of `records` lie. */
  parentId: string
  records: readonly FileRecord[]
  onMoved: () => void
  onClose: () => void
}

/** Chooses another folder of the same tree and moves a selection there; what the server refuses comes back with its reason. */
export function MoveDialog({ parentId, records, onMoved, onClose }: MoveDialogProps) {
  const titleId = useId()
  const { root, title } = useRoom()
  const { move } = useFileWrites(parentId)
  const [target, setTarget] = useState<{ pid: string | null; name: string }>({ pid: null, name: title })
  const { data } = useQuery(folderQuery(parentId))
  const targetId = target.pid ?? root
  const moved = records.map(({ pid }) => pid)
  const reason = targetId === parentId ? t('moveSame') : null
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>{t('moveTitle', { count: records.length })}</DialogTitle>
      <DialogContent>
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, paddingBlock: 2, minHeight: 200, maxHeight: '45vh', overflow: 'auto' }}>
          {/* What is being moved opens no way into itself. */}
          <FolderTree
            label={t('folderTree')}
            chosen={target.pid}
            way={data?.path ?? []}
            without={moved}
            onChoose={(pid, name) => setTarget({ pid, name })}
          />
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
          {t('moveHere', { folder: target.name })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
