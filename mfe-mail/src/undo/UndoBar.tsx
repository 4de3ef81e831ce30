import { Box, Button } from '@portal/shared-ui/mui'
import { useEffect } from 'react'
import { t } from '../texts.ts'
import type { Done } from './use-undo.ts'

const shownForMs = 10_000

/**
 * Reports the last action and offers an undo for ten seconds. The region is always rendered, so that screen
 * readers announce it.
 */
export function UndoBar({ done, onOver }: { done: Done | null; onOver: () => void }) {
  const number = done?.number
  useEffect(() => {
    if (number === undefined) return
    const timer = setTimeout(onOver, shownForMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the timer restarts with each action, not with each render
  }, [number])
  return (
    <Box
      role="status"
      sx={{
        position: 'absolute',
        insetInline: 16,
        bottom: { xs: 72, md: 16 },
        display: 'flex',
        pointerEvents: 'none',
        zIndex: 4,
      }}
    >
      {done !== null && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 3,
            paddingInline: 4,
            minHeight: 44,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            backgroundColor: 'portal.raised',
            boxShadow: 8,
            pointerEvents: 'auto',
          }}
        >
          <Box sx={{ minWidth: 0, paddingBlock: 2, overflowWrap: 'anywhere' }}>{done.text}</Box>
          {done.undo !== null && (
            <Button onClick={done.undo} sx={{ flex: 'none' }}>
              {t('undo')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}
