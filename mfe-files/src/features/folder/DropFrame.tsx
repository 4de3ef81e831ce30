import { useRef } from 'react'
import type { ReactNode } from 'react'
import { mdiTrayArrowDown } from '@mdi/js'
import { Icon, readDropped, useFileDrop } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { useStuckEdges } from './scroller.ts'
import { useFileBrowser } from './file-browser-context.ts'
import { useRoomUpload } from './use-upload.ts'

export interface DropFrameProps {
  /** Name of the folder that receives dropped files. */
  folder: string
  parentId: string
  children: ReactNode
}

/**
 * The drop zone of the file browser: files and folders dropped anywhere go into the open folder, which one
 * frame names (look.md 6).
 */
export function DropFrame({ folder, parentId, children }: DropFrameProps) {
  const { whyNotAdd } = useFileBrowser()
  const upload = useRoomUpload(parentId)
  const frame = useRef<HTMLDivElement>(null)
  useStuckEdges(frame)
  const { isOver, zone } = useFileDrop(
    (transfer) => void readDropped(transfer).then(upload),
    whyNotAdd === null,
  )
  return (
    <Box
      ref={frame}
      {...zone}
      sx={{
        position: 'relative',
        backgroundColor: 'portal.surface',
        minHeight: '100%',
        containerType: 'inline-size',
      }}
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
              marginTop: 2,
              boxShadow: 8,
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
