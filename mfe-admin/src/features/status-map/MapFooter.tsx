import { localizeOnScreen } from '@portal/contract'
import { Button } from '@portal/shared-ui/mui'
import { StickyFooter } from '../../parts/StickyFooter.tsx'
import { t } from './texts.ts'
import type { StatusMapEditing } from './use-status-map.ts'

/** Shown below the map while it is edited: the changes, the problems, and the actions to save or discard. */
export function MapFooter({ editing }: { editing: StatusMapEditing }) {
  const { unsaved, problems, isBusy, failure, isConflict, save, forget, overwriteRemote } = editing
  if (unsaved.length === 0) return null
  return (
    <StickyFooter
      isInset
      trouble={
        (problems.length > 0 || failure !== null) && (
          <>
            {failure !== null && <strong>{failure}</strong>}
            {problems.length > 0 && <div>{t('problems')}</div>}
            {problems.map(({ path, code, detail }) => (
              <div key={`${path} ${code}`}>{localizeOnScreen(detail)}</div>
            ))}
          </>
        )
      }
      status={t('unsaved', { changes: t('changes', { count: unsaved.length }) })}
      actions={
        <>
          <Button variant="outlined" disabled={isBusy} onClick={forget}>
            {isConflict ? t('acceptRemote') : t('discard')}
          </Button>
          <Button
            variant="contained"
            aria-busy={isBusy}
            disabled={problems.length > 0}
            onClick={isConflict ? overwriteRemote : save}
          >
            {isConflict ? t('overwriteRemote') : t('saveDraft')}
          </Button>
        </>
      }
    />
  )
}
