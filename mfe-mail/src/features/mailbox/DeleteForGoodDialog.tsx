import { ConfirmDialog } from '@portal/shared-ui'
import { t } from '../../texts.ts'
import { subjectOf } from './mail-labels.ts'
import type { Target } from './use-mail-actions.ts'

/** Asks before messages are deleted permanently. */
export function DeleteForGoodDialog({
  targets,
  onDelete,
  onCancel,
}: {
  targets: readonly Target[]
  onDelete: () => void
  onCancel: () => void
}) {
  const [one, ...others] = targets
  if (one === undefined) return null
  const words =
    others.length === 0
      ? { title: t('deleteForGoodTitle'), text: t('deleteForGoodText', { subject: subjectOf(one) }) }
      : { title: t('deleteManyTitle', { count: targets.length }), text: t('deleteManyText') }
  return <ConfirmDialog {...words} yes={t('deleteForGood')} onYes={onDelete} onNo={onCancel} />
}
