import { CorrectionPatch } from '@portal/contract'
import type { Correction } from '@portal/contract'
import { FormDialog } from '@portal/shared-ui'
import { useState } from 'react'
import { CommentFields } from '../../comments/CommentsEditor.tsx'
import { problemOf } from '../../comments/typed-comments.ts'
import type { TypedComment } from '../../comments/typed-comments.ts'
import { t } from './texts.ts'

export interface EditCommentDialogProps {
  correction: Correction
  isBusy: boolean
  failure: string | null
  onSave: (patch: CorrectionPatch) => void
  onClose: () => void
}

/** Edits a recorded comment: its text, discipline and documents. Uses the version that was opened. */
export function EditCommentDialog({ correction, isBusy, failure, onSave, onClose }: EditCommentDialogProps) {
  const [version] = useState(correction.version)
  const [typed, setTyped] = useState<TypedComment>({
    key: 1,
    text: correction.text,
    item: correction.item ?? '',
    discipline: correction.discipline ?? '',
    documents: correction.documents,
    dueDate: correction.dueDate ?? '',
    forClient: correction.forClient,
  })
  const [isTried, setTried] = useState(false)
  const problem = typed.text.trim() === '' ? 'textMissing' : problemOf(typed)
  const save = () => {
    setTried(true)
    if (problem !== null) return
    const { text, item, discipline, documents, dueDate } = typed
    onSave(
      CorrectionPatch.parse({
        // After a conflict was shown, saving again overwrites the other change.
        version: failure === null ? version : correction.version,
        text: text.trim(),
        item: item.trim() || null,
        discipline: discipline || null,
        documents: [...documents],
        dueDate: dueDate || null,
      }),
    )
  }
  return (
    <FormDialog
      wide
      title={t('editTitle')}
      action={t('editAction')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={save}
      onClose={onClose}
    >
      <CommentFields
        comment={typed}
        problem={isTried ? problem : null}
        isFirst
        onSet={(part) => setTyped((known) => ({ ...known, ...part }))}
      />
    </FormDialog>
  )
}
