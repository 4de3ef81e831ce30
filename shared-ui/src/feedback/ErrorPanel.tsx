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
  /** Where the panel stands in front of something: away with it. */
  onClose?: () => void
}

/**
 * A failure in place of what failed: what happened, why, and `Try again`. A refusal by role says who can lift
 * it instead.
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
