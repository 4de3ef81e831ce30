import type { MailMessage, MailReportOutcome, MailReportRecipient } from '@portal/contract'
import { formatDateTime } from '@portal/shared-ui'
import { Alert, Box, Button } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { mailPath } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'

const outcomeWords = {
  failed: 'outcomeFailed',
  delayed: 'outcomeDelayed',
  delivered: 'outcomeDelivered',
  relayed: 'outcomeRelayed',
  expanded: 'outcomeExpanded',
  displayed: 'outcomeDisplayed',
  deleted: 'outcomeDeleted',
  junk: 'outcomeJunk',
  unknown: 'outcomeUnknown',
} as const satisfies Record<MailReportOutcome, string>

/** The severity of a report: a failure ranks above a delay, a complaint counts as a failure. */
function severityOf(outcomes: readonly MailReportRecipient[]): 'error' | 'warning' | 'info' {
  if (outcomes.some(({ outcome }) => outcome === 'failed' || outcome === 'junk')) return 'error'
  return outcomes.some(({ outcome }) => outcome === 'delayed') ? 'warning' : 'info'
}

const wordsOf = ({ address, outcome, reason }: MailReportRecipient) =>
  [t(outcomeWords[outcome], { person: address === '' ? t('aRecipient') : address }), reason]
    .filter(Boolean)
    .join(' ')

const barStyle = {
  marginInline: 4,
  marginBlock: 1,
  paddingBlock: 0,
  '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' },
} as const

interface ReportNoticesProps {
  message: MailMessage
  address: MailAddressBar
}

/** What a report says about another message, with a link to it when it was sent from this mailbox. */
export function ReportBar({ message: { report }, address }: ReportNoticesProps) {
  if (report === undefined) return null
  return (
    <Alert severity={severityOf(report.recipients)} role="note" aria-label={t('report')} sx={barStyle}>
      {report.recipients.map((recipient, index) => (
        <div key={`${index} ${recipient.address}`}>{wordsOf(recipient)}</div>
      ))}
      {report.subject !== '' && <div>{t('reportSubject', { subject: report.subject })}</div>}
      {report.about !== null && (
        <Button
          size="small"
          component={Link}
          to={mailPath({ ...address, folder: 'sentitems', id: report.about, q: '', draft: null })}
          sx={{ marginInlineStart: -3 }}
        >
          {t('openReported')}
        </Button>
      )}
    </Alert>
  )
}

/**
 * What reports say about a message sent from here, each with a link to the report when it is in this mailbox.
 */
export function OutcomesBar({ message: { outcomes = [] }, address }: ReportNoticesProps) {
  if (outcomes.length === 0) return null
  return (
    <Alert severity={severityOf(outcomes)} role="note" aria-label={t('outcomes')} sx={barStyle}>
      {outcomes.map((outcome, index) => (
        <Box
          key={`${index} ${outcome.address}`}
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}
        >
          <span>{`${formatDateTime(outcome.receivedAt)}: ${wordsOf(outcome)}`}</span>
          {outcome.id !== null && (
            <Button
              size="small"
              component={Link}
              sx={{ marginInlineStart: -3 }}
              to={mailPath({ ...address, folder: 'inbox', id: outcome.id, q: '', draft: null })}
            >
              {t('openReport')}
            </Button>
          )}
        </Box>
      ))}
    </Alert>
  )
}
