import { fileContentUrl } from '@portal/contract'
import type { Correction } from '@portal/contract'
import { StatusChip, formatDay, formatMomentDay, todayAtom } from '@portal/shared-ui'
import { Box, Button, MuiLink } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useRef } from 'react'
import { documentLabel } from '../../comments/typed-comments.ts'
import { AnswerForm } from './AnswerForm.tsx'
import type { AnswerFormProps } from './AnswerForm.tsx'
import { t } from './texts.ts'

const chips = {
  OPEN: { colour: 'amber', symbol: 'circle' },
  ANSWERED: { colour: 'blue', symbol: 'check' },
  DONE: { colour: 'green', symbol: 'check' },
} as const

/** What may be made of a comment. */
export type CorrectionAct = 'answer' | 'done' | 'reopen' | 'ask' | 'unask' | 'delete'

export interface CorrectionRowProps extends Omit<AnswerFormProps, 'onClose'> {
  acts: readonly CorrectionAct[]
  isClient: boolean
  isAnswering: boolean
  onAct: (act: CorrectionAct) => void
  onClose: () => void
}

/** What a comment says beside its text. */
function factsOf({ documents, dueDate, forClient, status }: Correction, isClient: boolean, today: string): string[] {
  const isOverdue = dueDate !== null && status === 'OPEN' && dueDate < today
  return [
    dueDate === null ? '' : t(isOverdue ? 'overdue' : 'due', { day: formatDay(dueDate) }),
    documents.length === 0 ? '' : t('documents', { documents: documents.map(documentLabel).join(', ') }),
    forClient ? t(isClient ? 'forClientOwn' : 'forClient') : '',
  ].filter(Boolean)
}

function Response({ response, file, answeredAt, answeredBy }: Pick<Correction, 'response' | 'file' | 'answeredAt' | 'answeredBy'>) {
  if (response === null) return null
  const day = answeredAt === null ? null : formatMomentDay(answeredAt)
  return (
    <Box sx={{ borderLeft: 3, borderColor: 'divider', paddingLeft: 3, marginTop: 2 }}>
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

/** One comment of the authority: what it asks for, how it stands, its response, and what may be made of it. */
export function CorrectionRow({ correction, acts, isClient, isAnswering, onAct, onClose, ...form }: CorrectionRowProps) {
  const { text, item, status } = correction
  const today = useAtomValue(todayAtom)
  const place = useRef<HTMLLIElement>(null)
  const wasAnswering = useRef(isAnswering)
  useEffect(() => {
    // The form is gone, and the focus with it: it goes on at the comment.
    if (wasAnswering.current && !isAnswering && document.activeElement === document.body) place.current?.querySelector('button')?.focus()
    wasAnswering.current = isAnswering
  }, [isAnswering])
  const facts = factsOf(correction, isClient, today)
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
      {facts.length > 0 && <Box sx={{ color: 'text.secondary', paddingTop: 1, overflowWrap: 'anywhere' }}>{facts.join(' · ')}</Box>}
      {!isAnswering && <Response {...correction} />}
      {isAnswering && <AnswerForm correction={correction} {...form} onClose={onClose} />}
      {!isAnswering && acts.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 }}>
          {acts.map((act) => (
            <Button
              key={act}
              size="small"
              variant="outlined"
              aria-busy={form.isBusy}
              aria-label={t('act', { action: label(act), comment: text.slice(0, 100) })}
              onClick={() => {
                if (!form.isBusy) onAct(act)
              }}
            >
              {label(act)}
            </Button>
          ))}
        </Box>
      )}
    </Box>
  )
}
