import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { ApiProblem } from '../api/api-problem.ts'
import { mdiAlertOutline, mdiLockOutline } from '../icons/paths.ts'
import { isChunkLoadError } from './missing-code.ts'
import { Notice } from './Notice.tsx'
import { t } from './texts.ts'

export interface ErrorPanelProps {
  error: unknown
  title?: string
  onRetry?: () => void
  /** Closes the panel, for a panel that covers other content. */
  onClose?: () => void
}

/**
 * Replaces content that failed: what happened, why, and `Try again`. For a refusal by role it says who can
 * grant access instead.
 */
export function ErrorPanel({ error, title, onRetry, onClose }: ErrorPanelProps) {
  const problem = error instanceof ApiProblem ? error.problem : null
  if (problem?.status === 403)
    return (
      <Notice
        role="alert"
        icon={mdiLockOutline}
        title={t('forbiddenTitle')}
        text={`${problem.detail} ${t('forbiddenText')}`}
      />
    )
  return (
    <Notice
      role="alert"
      icon={mdiAlertOutline}
      title={title ?? t('failedTitle')}
      text={problem?.detail ?? t(isChunkLoadError(error) ? 'missingText' : 'failedText')}
    >
      {onRetry !== undefined && (
        <Button variant="outlined" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
      {onClose !== undefined && <Button onClick={onClose}>{t('close')}</Button>}
      {problem !== null && problem.instance !== '' && problem.status >= 500 && (
        <Typography variant="caption" sx={{ alignSelf: 'center' }}>
          {t('reference', { instance: problem.instance })}
        </Typography>
      )}
    </Notice>
  )
}
