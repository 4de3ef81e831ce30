import { maxZippedAtOnce, zipUrl } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import { formatNumber } from '@portal/shared-ui'
import { Box, Button } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { useFileActions } from './file-actions.ts'
import { useFileBrowser } from './file-browser-context.ts'
import { stuckBottom } from './scroller.ts'

/** The actions on the selected files; shown below the list, so that it covers no row. */
export function SelectionBar({
  selection,
  onClear,
}: {
  selection: readonly FileRecord[]
  onClear: () => void
}) {
  const acts = useFileActions()
  const { mayChange, whyNotDelete, whyNotMove } = useFileBrowser()
  const reasons = selection.map(whyNotDelete)
  const whyNot = reasons.includes(null) ? undefined : (reasons[0] ?? undefined)
  const whyNotMoved = selection.map(whyNotMove).find((reason) => reason !== null) ?? undefined
  const pids = selection.map(({ pid }) => pid)
  const isTooMany = selection.length > maxZippedAtOnce
  const limit = t('zipLimit', { count: maxZippedAtOnce })
  return (
    <Box
      role="group"
      aria-label={t('selected', { count: selection.length })}
      sx={{
        position: 'sticky',
        bottom: stuckBottom,
        zIndex: 1,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        padding: 2,
        paddingInlineStart: 3,
        borderTop: 1,
        borderColor: 'divider',
        backgroundColor: 'portal.raised',
      }}
    >
      <Box component="output" sx={{ fontWeight: 600, marginInlineEnd: 2 }}>
        {t('selected', { count: selection.length })}
      </Box>
      {isTooMany ? (
        <Button
          variant="outlined"
          aria-disabled
          aria-description={limit}
          title={`${limit} (${formatNumber(selection.length)})`}
        >
          {t('downloadZip')}
        </Button>
      ) : (
        <Button variant="outlined" component="a" href={zipUrl(pids)} download>
          {t('downloadZip')}
        </Button>
      )}
      {mayChange && (
        <Button
          variant="outlined"
          aria-disabled={whyNotMoved !== undefined}
          aria-description={whyNotMoved}
          title={whyNotMoved}
          onClick={() => acts.move(selection)}
        >
          {t('move')}
        </Button>
      )}
      <Button
        variant="outlined"
        color="error"
        aria-disabled={whyNot !== undefined}
        aria-description={whyNot}
        title={whyNot}
        onClick={() => acts.remove(selection)}
      >
        {t('delete')}
      </Button>
      <Button onClick={onClear}>{t('clear')}</Button>
    </Box>
  )
}
