import type { Proposal } from '@portal/contract/authority-proposals'
import { screenLabelOf } from '@portal/contract'
import { Row, formatDateTime, formatDay, useStatusMap } from '@portal/shared-ui'
import { Box, Button, Checkbox, MuiLink } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { useId } from 'react'
import { t } from './texts.ts'

/** The label of a status by its key. */
export function useStatusLabel(): (key: string) => string {
  const map = useStatusMap()
  return (key) => {
    const status = map?.statuses.find((each) => each.key === key)
    return status === undefined ? key : screenLabelOf(status.label, status.labelEs)
  }
}

interface ProposalRowProps {
  proposal: Proposal
  isBusy: boolean
  onAccept: () => void
  onDismiss: () => void
  /** On a page of many: the row names its permit and can be selected. */
  selection?: { isSelected: boolean; onSelect: () => void }
}

/** What an agency says about a permit, the way there, what stands against it, and the decision. */
export function ProposalRow({ proposal, isBusy, onAccept, onDismiss, selection }: ProposalRowProps) {
  const id = useId()
  const labelOf = useStatusLabel()
  const { permit, refNo, authorityNumber, org, rawStatus, statusDate, seenAt, path, blockers, link } =
    proposal
  const isHeld = proposal.state === 'HELD'
  const says =
    statusDate === null
      ? t('says', { agency: proposal.source.title, status: rawStatus })
      : t('saysSince', { agency: proposal.source.title, status: rawStatus, day: formatDay(statusDate) })
  const named = [refNo, authorityNumber, org?.title].filter((part) => part !== null && part !== undefined)
  const reasons = [...new Set(blockers.map(({ detail }) => detail))]
  return (
    <Row
      titleId={id}
      title={
        selection === undefined ? (
          says
        ) : (
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            {!isHeld && (
              <Checkbox
                size="small"
                checked={selection.isSelected}
                onChange={selection.onSelect}
                disabled={blockers.length > 0}
                input={{ 'aria-label': t('select', { permit: permit.title }) }}
                sx={{ flexShrink: 0, marginInlineStart: -2 }}
              />
            )}
            <MuiLink component={Link} to={`/permits/search?record=${permit.pid}`}>
              {permit.title}
            </MuiLink>
          </Box>
        )
      }
      facts={[
        ...(selection === undefined ? [] : [...named, says]),
        t('way', { path: [proposal.from, ...path].map(labelOf).join(' → ') }),
        t('seen', { at: formatDateTime(seenAt) }),
      ]}
      note={
        <Box sx={{ paddingTop: 1 }}>
          {isHeld && <Box>{t('held')}</Box>}
          {reasons.map((reason) => (
            <Box key={reason} sx={{ color: 'error.main' }}>
              {reason}
            </Box>
          ))}
          {link !== null && (
            <MuiLink href={link} target="_blank" rel="noreferrer">
              {t('open')}
            </MuiLink>
          )}
        </Box>
      }
    >
      {!isHeld && (
        <>
          <Button
            size="small"
            variant="contained"
            aria-describedby={id}
            disabled={isBusy || blockers.length > 0}
            onClick={onAccept}
          >
            {t('accept')}
          </Button>
          <Button size="small" variant="outlined" aria-describedby={id} disabled={isBusy} onClick={onDismiss}>
            {t('dismiss')}
          </Button>
        </>
      )}
    </Row>
  )
}
