import { formatDateTime } from '@portal/shared-ui'
import { Alert, Box, Button } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'
import type { DraftSession } from './draft-session.ts'
import type { DraftState } from './draft-state.ts'
import { forgotAttachment, plainText } from './draft-text.ts'
import { t } from './texts.ts'

const barStyle = {
  borderRadius: 0,
  paddingBlock: 0.5,
  '& .MuiAlert-message': { display: 'grid', gap: 1, minWidth: 0 },
} as const

function Bar({
  severity,
  role,
  children,
}: {
  severity: 'warning' | 'error' | 'info'
  role: 'alert' | 'status'
  children: ReactNode
}) {
  return (
    <Alert severity={severity} role={role} sx={barStyle}>
      {children}
    </Alert>
  )
}

const buttons = { display: 'flex', flexWrap: 'wrap', gap: 2 } as const

/**
 * Notices of the composer: the draft was changed, deleted or sent elsewhere, text was restored, sending
 * failed, or an attachment is missing.
 */
export function ComposerNotices({
  session,
  state,
  failure,
}: {
  session: DraftSession
  state: DraftState
  failure: string | null
}) {
  const { theirs, save, text, attachments } = state
  const listed = attachments.filter(({ contentId }) => contentId === null).length
  return (
    <>
      {theirs !== null && (
        <Bar severity="warning" role="alert">
          {t('conflict', { time: formatDateTime(theirs.savedAt) })}
          <Box sx={{ maxHeight: 60, overflowY: 'auto', color: 'text.secondary' }}>
            {t('theirText', {
              text: `${theirs.subject} ${plainText(theirs.html)}`.trim().slice(0, 400) || t('noText'),
            })}
          </Box>
          <Box sx={buttons}>
            <Button variant="outlined" onClick={() => void session.overwriteRemote()}>
              {t('overwriteRemote')}
            </Button>
            <Button variant="outlined" onClick={() => session.acceptRemote()}>
              {t('acceptRemote')}
            </Button>
            <Button variant="outlined" onClick={() => void session.saveAsCopy()}>
              {t('saveAsCopy')}
            </Button>
          </Box>
        </Bar>
      )}
      {save.kind === 'gone' && (
        <Bar severity="warning" role="alert">
          {t('gone', { reason: save.sentence })}
          <Box sx={buttons}>
            <Button variant="outlined" onClick={() => void session.saveAsCopy()}>
              {t('keepAsNew')}
            </Button>
          </Box>
        </Bar>
      )}
      {save.kind === 'failed' && (
        <Bar severity="error" role="alert">
          {t('notSaved', { reason: save.sentence })}
        </Bar>
      )}
      {failure !== null && (
        <Bar severity="error" role="alert">
          {t('sendFailed', { reason: failure })}
        </Bar>
      )}
      {state.wasRestored && theirs === null && (
        <Bar severity="info" role="status">
          {t('broughtBack')}
        </Bar>
      )}
      {forgotAttachment(text, listed) && (
        <Bar severity="info" role="status">
          {t('forgotAttachment')}
        </Bar>
      )}
    </>
  )
}
