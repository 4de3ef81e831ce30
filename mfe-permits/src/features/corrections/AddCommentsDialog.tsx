import type { NewCorrection } from '@portal/contract'
import { FormDialog } from '@portal/shared-ui'
import { useState } from 'react'
import { CommentsEditor } from '../../comments/CommentsEditor.tsx'
import { areComplete, emptyComment, newCorrections } from '../../comments/typed-comments.ts'
import type { TypedComment } from '../../comments/typed-comments.ts'
import { t } from './texts.ts'

export interface AddCommentsDialogProps {
  isBusy: boolean
  failure: string | null
  onAdd: (comments: NewCorrection[]) => void
  onClose: () => void
}

/** Adds comments to the cycle in preparation. */
export function AddCommentsDialog({ isBusy, failure, onAdd, onClose }: AddCommentsDialogProps) {
  const [comments, setComments] = useState<TypedComment[]>([emptyComment(1)])
  const [isTried, setTried] = useState(false)
  const typed = newCorrections(comments)
  const submit = () => {
    setTried(true)
    if (typed.length > 0 && areComplete(comments)) onAdd(typed)
  }
  return (
    <FormDialog
      wide
      title={t('add')}
      action={t('add')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <CommentsEditor comments={comments} isTried={isTried} onChange={setComments} />
    </FormDialog>
  )
}
