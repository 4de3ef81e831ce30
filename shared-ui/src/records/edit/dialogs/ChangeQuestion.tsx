import { ConfirmDialog } from './ConfirmDialog.tsx'
import { t } from '../texts.ts'
import type { RecordForm } from '../use-record-form.ts'

/** Asks before a change is saved that brings more about than the new value. */
export function ChangeQuestion({
  form: { question, agree, disagree },
}: {
  form: Pick<RecordForm, 'question' | 'agree' | 'disagree'>
}) {
  if (question === null) return null
  return (
    <ConfirmDialog
      title={t('changeTitle', { label: question.label })}
      text={question.text}
      yes={t('change')}
      onYes={agree}
      onNo={disagree}
    />
  )
}
