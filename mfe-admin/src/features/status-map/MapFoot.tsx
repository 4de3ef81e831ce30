import { Box, Button } from '@portal/shared-ui/mui'
import { t } from './texts.ts'
import type { StatusMapEditing } from './use-status-map.ts'

/** Below the map once it is edited: what is changed, what is wrong with it, and the ways to save it or to let it be. */
export function MapFoot({ editing }: { editing: StatusMapEditing }) {
  const { unsaved, problems, isBusy, failure, isConflict, save, forget, keepMine } = editing
  if (unsaved.length === 0) return null
  return (
    <Box
      component="footer"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 3,
        borderTop: 1,
        borderColor: 'divider',
        marginInline: { xs: -3, sm: -4 },
        marginBottom: { xs: -3, sm: -4 },
        paddingInline: { xs: 3, sm: 4 },
        paddingBlock: 3,
        backgroundColor: 'portal.raised',
      }}
    >
      {(problems.length > 0 || failure !== null) && (
        <Box role="alert" sx={{ color: 'error.main', paddingBottom: 2, maxHeight: 160, overflowY: 'auto' }}>
          {failure !== null && <strong>{failure}</strong>}
          {problems.length > 0 && <div>{t('problems')}</div>}
          {problems.map(({ path, code, detail }) => (
            <div key={`${path} ${code}`}>{detail}</div>
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box role="status" sx={{ flex: 1, minWidth: 200, color: 'text.secondary' }}>
          {t('unsaved', { changes: t('changes', { count: unsaved.length }) })}
        </Box>
        <Button variant="outlined" disabled={isBusy} onClick={forget}>
          {isConflict ? t('takeTheirs') : t('discard')}
        </Button>
        <Button variant="contained" aria-busy={isBusy} disabled={problems.length > 0} onClick={isConflict ? keepMine : save}>
          {isConflict ? t('keepMine') : t('saveDraft')}
        </Button>
      </Box>
    </Box>
  )
}
