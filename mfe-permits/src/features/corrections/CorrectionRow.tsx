import { fileContentUrl } from '@portal/contract'
import type { Correction } from '@portal/contract'
import { StatusChip, formatDay, formatMomentDay, todayAtom, useLibraryLabels } from '@portal/shared-ui'
import type { LibraryLabels } from '@portal/shared-ui'
import { Box, Button, MuiLink } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useRef, useState } from 'react'
import { AnswerForm } from './AnswerForm.tsx'
import { useCommentChange } from './corrections.queries.ts'
import { EditCommentDialog } from './EditCommentDialog.tsx'
import { t } from './texts.ts'

const chips = {
  OPEN: { colour: 'amber', symbol: 'circle' },
  ANSWERED: { colour: 'blue', symbol: 'check' },
  DONE: { colour: 'green', symbol: 'check' },
} as const

/** The actions on a comment. */
export type CorrectionAct = 'answer' | 'edit' | 'done' | 'reopen' | 'ask' | 'unask' | 'delete'

/** The changes of actions that need no input. */
const patches = {
  done: { status: 'DONE' },
  reopen: { status: 'OPEN' },
  ask: { forClient: true },
  unask: { forClient: false },
} as const

export interface CorrectionRowProps {
  correction: Correction
  permit: string
  acts: readonly CorrectionAct[]
  isClient: boolean
  isResponding: boolean
  onResponding: (isResponding: boolean) => void
  onDelete: () => void
}

/** The details shown beside a comment's text. */
function factsOf(
  { documents, dueDate, forClient, status, editedAt, editedBy }: Correction,
  isClient: boolean,
  today: string,
  { documentType }: LibraryLabels,
): string[] {
  const isOverdue = dueDate !== null && status === 'OPEN' && dueDate < today
  return [
    dueDate === null ? '' : t(isOverdue ? 'overdue' : 'due', { day: formatDay(dueDate) }),
    documents.length === 0 ? '' : t('documents', { documents: documents.map(documentType).join(', ') }),
    forClient ? t(isClient ? 'forClientOwn' : 'forClient') : '',
    editedAt === null
      ? ''
      : editedBy === null
        ? t('editedOn', { day: formatMomentDay(editedAt) })
        : t('editedBy', { day: formatMomentDay(editedAt), who: editedBy.title }),
  ].filter(Boolean)
}

function Response({
  response,
  file,
  answeredAt,
  answeredBy,
}: Pick<Correction, 'response' | 'file' | 'answeredAt' | 'answeredBy'>) {
  if (response === null) return null
  const day = answeredAt === null ? null : formatMomentDay(answeredAt)
  return (
    <Box sx={{ borderLeft: 3, borderColor: 'divider', paddingInlineStart: 3, marginTop: 2 }}>
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{response}</Box>
      {file !== null && (
        <MuiLink href={fileContentUrl(file.pid)} download sx={{ overflowWrap: 'anywhere' }}>
          {file.title}
        </MuiLink>
      )}
      {day !== null && (
        <Box sx={{ color: 'text.secondary', fontSize: 'caption.fontSize' }}>
          {answeredBy === null ? t('answeredOn', { day }) : t('answeredBy', { day, who: answeredBy.title })}
        </Box>
      )}
    </Box>
  )
}

/** One comment of the authority: text, status, response and actions. */
export function CorrectionRow({
  correction,
  permit,
  acts,
  isClient,
  isResponding,
  onResponding,
  onDelete,
}: CorrectionRowProps) {
  const { pid, version, text, item, status } = correction
  const change = useCommentChange(permit)
  const [isEditing, setEditing] = useState(false)
  const today = useAtomValue(todayAtom)
  const place = useRef<HTMLLIElement>(null)
  const wasResponding = useRef(isResponding)
  useEffect(() => {
    // The form was closed and its focus lost: the comment takes the focus.
    if (wasResponding.current && !isResponding && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus()
    wasResponding.current = isResponding
  }, [isResponding])
  const facts = factsOf(correction, isClient, today, useLibraryLabels())
  const act = (chosen: CorrectionAct) => {
    change.reset()
    if (chosen === 'answer') onResponding(true)
    else if (chosen === 'edit') setEditing(true)
    else if (chosen === 'delete') onDelete()
    else change.mutate({ correction: pid, patch: { ...patches[chosen], version } })
  }
  const label = (act: CorrectionAct) => t(act === 'answer' && correction.response !== null ? 'change' : act)
  return (
    <Box component="li" ref={place} sx={{ paddingY: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', columnGap: 3 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {item !== null && <Box component="span" sx={{ fontWeight: 600 }}>{`${item} · `}</Box>}
          {text}
        </Box>
        <StatusChip label={t(`status_${status}`)} {...chips[status]} />
      </Box>
      {facts.length > 0 && (
        <Box sx={{ color: 'text.secondary', paddingTop: 1, overflowWrap: 'anywhere' }}>
          {facts.join(' · ')}
        </Box>
      )}
      {!isResponding && <Response {...correction} />}
      {isResponding && (
        <AnswerForm
          correction={correction}
          permit={permit}
          isBusy={change.isPending}
          failure={change.error?.message ?? null}
          onSave={(result, onSaved) =>
            change.mutate({ correction: pid, patch: { ...result, version } }, { onSuccess: onSaved })
          }
          onClose={() => onResponding(false)}
        />
      )}
      {!isResponding && acts.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 }}>
          {acts.map((each) => (
            <Button
              key={each}
              size="small"
              variant="outlined"
              aria-busy={change.isPending}
              aria-label={t('act', { action: label(each), comment: text.slice(0, 100) })}
              onClick={() => {
                if (!change.isPending) act(each)
              }}
            >
              {label(each)}
            </Button>
          ))}
        </Box>
      )}
      {isEditing && (
        <EditCommentDialog
          correction={correction}
          isBusy={change.isPending}
          failure={change.error?.message ?? null}
          onSave={(patch) =>
            change.mutate({ correction: pid, patch }, { onSuccess: () => setEditing(false) })
          }
          onClose={() => setEditing(false)}
        />
      )}
    </Box>
  )
}
