import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId } from 'react'
import { signInMethods } from '@portal/contract'
import type { Session } from '@portal/contract'
import { formatDateTime } from '../format/dates.ts'
import { StatusChip } from '../icons/StatusChip.tsx'
import { deviceName } from './device-label.ts'
import { Row, Rows } from '../layout/Rows.tsx'
import { t } from './texts.ts'

export interface SessionListProps {
  sessions: readonly Session[]
  /** Id of the session that is being ended; null when none is. */
  ending: string | null
  onEnd: (session: Session) => void
}

function factsOf({ method, createdAt, lastSeenAt, expiresAt, address }: Session): string[] {
  const known = signInMethods.find((signInMethod) => signInMethod === method) ?? 'unknown'
  return [
    t('signedInBy', { method: t(`by_${known}`), at: formatDateTime(createdAt) }),
    t('lastSeen', { at: formatDateTime(lastSeenAt) }),
    ...(address === null ? [] : [t('fromAddress', { address })]),
    t('endsUnused', { at: formatDateTime(expiresAt) }),
  ]
}

/**
 * Where somebody is signed in. The session this page uses is marked and is ended by signing out, not from
 * here.
 */
export default function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  if (sessions.length === 0) return <Box sx={{ color: 'text.secondary' }}>{t('noSessions')}</Box>
  return (
    <Rows label={t('sessions')}>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} isEnding={ending === session.id} onEnd={onEnd} />
      ))}
    </Rows>
  )
}

function SessionRow({
  session,
  isEnding,
  onEnd,
}: {
  session: Session
  isEnding: boolean
  onEnd: (session: Session) => void
}) {
  const titleId = useId()
  return (
    <Row
      titleId={titleId}
      title={deviceName(session.userAgent) ?? t('unknownDevice')}
      mark={session.current && <StatusChip label={t('thisSession')} colour="green" symbol="check" />}
      facts={factsOf(session)}
    >
      {!session.current && (
        <Button
          variant="outlined"
          aria-describedby={titleId}
          aria-busy={isEnding}
          disabled={isEnding}
          onClick={() => onEnd(session)}
        >
          {t('endSession')}
        </Button>
      )}
    </Row>
  )
}
