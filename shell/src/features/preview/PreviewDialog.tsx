import type { PreviewName } from '@portal/contract'
import { ConfirmDialog, useShell } from '@portal/shared-ui'
import { useStore } from '@portal/shared-ui/state'
import { openPreview, previewQuestionAtom } from '../../federation/previews.ts'
import { t } from './texts.ts'

/** Asks before code that is not live runs with the user's permissions. Names the branch and the module. */
export default function PreviewDialog({ preview }: { preview: PreviewName }) {
  const store = useStore()
  const shell = useShell()
  const close = () => store.set(previewQuestionAtom, null)
  return (
    <ConfirmDialog
      title={t('title')}
      text={t('text', { ...preview })}
      yes={t('yes')}
      onNo={close}
      onYes={() => {
        close()
        openPreview(preview).catch((error: unknown) => {
          const description = error instanceof Error ? error.message : String(error)
          shell.toast({ title: t('failed'), description, colour: 'red' })
        })
      }}
    />
  )
}
