import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRecordPage } from './record-page-context.ts'
import { t } from '../texts.ts'

/** Which way the page shows its records: as a table or as a board. */
export function LayoutButtons() {
  const { table } = useRecordPage()
  return (
    <Box role="group" aria-label={t('layout')} sx={{ display: 'flex', gap: 0.5, flex: 'none' }}>
      {[false, true].map((isBoard) => {
        const isShown = table.isBoard === isBoard
        return (
          <Button
            key={String(isBoard)}
            aria-pressed={isShown}
            onClick={() => {
              if (!isShown) table.setBoard(isBoard)
            }}
            sx={
              isShown
                ? { backgroundColor: 'portal.primarySoft.main', color: 'portal.primarySoft.text' }
                : { color: 'text.primary' }
            }
          >
            {t(isBoard ? 'asBoard' : 'asTable')}
          </Button>
        )
      })}
    </Box>
  )
}
