import type { MailHint, MailMessage, MailSending, Truncation } from '@portal/contract'
import { formatDateTime } from '@portal/shared-ui'
import { Alert, Box, Button } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'

const barStyle = {
  marginInline: 4,
  marginBlock: 1,
  paddingBlock: 0,
  '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' },
} as const
/** Buttons are below the text when there is no space beside it. */
const barWithActions = {
  ...barStyle,
  alignItems: 'center',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  '& .MuiAlert-message': { ...barStyle['& .MuiAlert-message'], flex: '1 1 60%' },
  '& .MuiAlert-action': { paddingTop: 0, whiteSpace: 'nowrap' },
} as const

function wordsOf({ kind, detail }: MailHint): string {
  switch (kind) {
    case 'forged-own':
      return t('hintForgedOwn', { detail })
    case 'unverified-known':
      return t('hintUnverifiedKnown', { detail })
    case 'reply-elsewhere':
      return t('hintReplyElsewhere', { detail })
    case 'name-is-address':
      return t('hintNameIsAddress', { detail })
    case 'link-elsewhere':
      return t('hintLinkElsewhere', { detail })
    case 'look-alike':
      return t('hintLookAlike', { detail })
    case 'own-name-from-outside':
      return t('hintOwnName', { detail })
    case 'odd-date':
      return t('hintOddDate', { detail })
  }
}

/**
 * Warnings above the body of a suspicious message. An unverified sender who claims to be from the office is
 * the most severe one.
 */
export function HintBar({ hints }: { hints: readonly MailHint[] }) {
  if (hints.length === 0) return null
  const isForged = hints.some(({ kind }) => kind === 'forged-own')
  return (
    <Alert severity={isForged ? 'error' : 'warning'} role="note" aria-label={t('hints')} sx={barStyle}>
      <Box sx={{ fontWeight: 600 }}>{t('hints')}</Box>
      <Box component="ul" sx={{ margin: 0, paddingInlineStart: 4 }}>
        {hints.map((hint) => (
          <li key={`${hint.kind} ${hint.detail}`}>{wordsOf(hint)}</li>
        ))}
      </Box>
    </Alert>
  )
}

/** Remote images are not loaded until the user agrees. `onAlways` is null for an unverified sender. */
export function PicturesBar({
  count,
  onShow,
  onAlways,
}: {
  count: number
  onShow: () => void
  onAlways: (() => void) | null
}) {
  return (
    <Alert
      severity="info"
      role="note"
      sx={barWithActions}
      action={
        <>
          <Button size="small" onClick={onShow}>
            {t('showOnce')}
          </Button>
          {onAlways !== null && (
            <Button size="small" onClick={onAlways}>
              {t('alwaysShow')}
            </Button>
          )}
        </>
      }
    >
      {t('blocked', { count })}
    </Alert>
  )
}

const unreadWords = {
  parts: 'unreadParts',
  levels: 'unreadLevels',
  head: 'unreadHead',
  length: 'unreadLength',
  time: 'unreadTime',
  memory: 'unreadMemory',
} as const satisfies Record<Truncation, string>

/** Says that the message is larger than the part shown, and links to the complete message. */
export function UnreadRestBar({ message, wholeUrl }: { message: MailMessage; wholeUrl: string }) {
  if (message.unreadRest === undefined) return null
  return (
    <Alert
      severity="warning"
      role="note"
      sx={barWithActions}
      action={
        <Button size="small" component="a" href={wholeUrl} download>
          {t('downloadWhole')}
        </Button>
      }
    >
      {t(unreadWords[message.unreadRest])}
    </Alert>
  )
}

function sendingWords({ state, reason, undoUntil }: MailSending): string {
  if (state === 'failed') return t('sendingFailed', { reason: reason ?? '' })
  if (reason !== null) return t('sendingTrying', { reason })
  return Date.parse(undoUntil) > Date.now()
    ? t('sendingWaiting', { time: formatDateTime(undoUntil) })
    : t('sendingQueued')
}

/** The state of a message in the outbox: why it was not delivered, and the available actions. */
export function SendingBar({
  message,
  onTakeBack,
  onResend,
}: {
  message: MailMessage
  onTakeBack: () => void
  onResend: () => void
}) {
  const { sending } = message
  if (
    message.folder !== 'outbox' ||
    sending === undefined ||
    (sending.state !== 'waiting' && sending.state !== 'failed')
  )
    return null
  return (
    <Alert
      severity={sending.state === 'failed' ? 'error' : 'info'}
      role="status"
      sx={barWithActions}
      action={
        <>
          {sending.state === 'failed' && (
            <Button size="small" onClick={onResend}>
              {t('sendAgain')}
            </Button>
          )}
          <Button size="small" onClick={onTakeBack}>
            {t('takeBack')}
          </Button>
        </>
      }
    >
      {sendingWords(sending)}
    </Alert>
  )
}
