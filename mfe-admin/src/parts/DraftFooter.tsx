import { localizeOnScreen } from '@portal/contract'
import type { MapProblem } from '@portal/contract'
import { Button } from '@portal/shared-ui/mui'
import { StickyFooter } from './StickyFooter.tsx'
import { t } from './draft-texts.ts'

export interface DraftEditing {
  /** Changes of the working copy that are not saved. */
  unsaved: readonly unknown[]
  problems: readonly MapProblem[]
  isBusy: boolean
  failure: string | null
  /** Somebody else saved the draft in the meantime. */
  isConflict: boolean
  save: () => void
  /** Drops the working copy. */
  forget: () => void
  overwriteRemote: () => void
}

/** Shown below a draft while it is edited: the changes, the problems, and the actions to save or discard. */
export function DraftFooter({ editing }: { editing: DraftEditing }) {
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
