import { useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { mdiTrayArrowDown } from '@mdi/js'
import { Icon, readDropped } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { useUpload } from './use-upload.ts'

export interface DropFrameProps {
  /** Name of the folder what is dropped goes into. */
  folder: string
  parentId: string
  children: ReactNode
}

/** Are files being dragged, and not a text or one of our own rows? */
const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** The room as a drop zone: files and folders dropped anywhere in it go into the open folder, which one frame names (look.md section 6). */
export function DropFrame({ folder, parentId, children }: DropFrameProps) {
  const upload = useUpload(parentId)
  const [isOver, setOver] = useState(false)
  const take = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(false)
    void readDropped(event.dataTransfer).then(upload)
  }
  return (
    <Box
      onDragEnter={(event) => {
        if (hasFiles(event)) setOver(true)
      }}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault()
      }}
      onDragLeave={(event) => {
        const { currentTarget, relatedTarget } = event
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false)
      }}
      onDrop={take}
      sx={{ position: 'relative', backgroundColor: 'portal.surface', minHeight: '100%', containerType: 'inline-size' }}
    >
      {children}
      {isOver && (
        <Box
          role="status"
          sx={{
            position: 'absolute',
            inset: 4,
            zIndex: 2,
            border: 2,
            borderStyle: 'dashed',
            borderColor: 'primary.main',
            borderRadius: 1,
            pointerEvents: 'none',
          }}
        >
          <Box
            sx={{
              position: 'sticky',
              top: 64,
              marginInline: 'auto',
              marginTop: 16,
              width: 'fit-content',
              maxWidth: '90%',
              padding: 3,
              borderRadius: 1,
              display: 'flex',
              gap: 2,
              backgroundColor: 'portal.primarySoft.main',
              color: 'portal.primarySoft.text',
            }}
          >
            <Icon path={mdiTrayArrowDown} />
            <bdi>{t('dropHere', { folder })}</bdi>
          </Box>
        </Box>
      )}
    </Box>
  )
}
