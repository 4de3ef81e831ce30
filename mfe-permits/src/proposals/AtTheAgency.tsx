import { isStaff } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import { Facts, Rows, Section, actorAtom, formatDateTime, formatDay } from '@portal/shared-ui'
import { Box, MuiLink, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { DismissProposal } from './DismissProposal.tsx'
import { ProposalRow } from './ProposalRow.tsx'
import { observationsQuery, permitProposalsQuery } from './proposals.queries.ts'
import { t } from './texts.ts'
import { useProposals } from './use-proposals.ts'

/** What waits for a decision about this permit. */
function Waiting({ permit, version }: { permit: string; version: number }) {
  const { data } = useQuery(permitProposalsQuery(permit, version))
  const [dismissing, setDismissing] = useState<string | null>(null)
  const { accept, dismiss } = useProposals({ onDismissed: () => setDismissing(null) })
  if (data === undefined || data.proposals.length === 0) return null
  return (
    <Box sx={{ paddingBottom: 3 }}>
      <Rows label={t('title')}>
        {data.proposals.map((proposal) => (
          <ProposalRow
            key={proposal.pid}
            proposal={proposal}
            isBusy={accept.isPending}
            onAccept={() => accept.mutate(proposal.pid)}
            onDismiss={() => setDismissing(proposal.pid)}
          />
        ))}
      </Rows>
      <DismissProposal pid={dismissing} dismiss={dismiss} onClose={() => setDismissing(null)} />
    </Box>
  )
}

/**
 * What the agency says about a permit, and what it said before. Nothing for a permit that is in no feed.
 * Clients read the status in the wording of the office, not the word of the agency.
 */
export function AtTheAgency({ collection, record }: { collection: string; record: AnyRecord }) {
  const actor = useAtomValue(actorAtom)
  const { data } = useQuery(observationsQuery(collection, record.pid, record.version))
  const observations = data?.observations ?? []
  const latest = observations.find(({ isAhead }) => !isAhead)
  const [newest] = observations
  if (data === undefined || newest === undefined || actor === null) return null
  const earlier = observations.filter((observation) => observation !== latest && observation !== newest)
  const says = ({ rawStatus, status }: typeof newest) =>
    rawStatus === null ? status?.label : rawStatus === '' ? t('emptyWord') : rawStatus
  const since = (day: string | null) => (day === null ? null : formatDay(day))
  return (
    <Section title={t('atTheAgency')}>
      {isStaff(actor.role) && <Waiting permit={record.pid} version={record.version} />}
      <Facts
        facts={[
          [t('statusThere'), latest && says(latest)],
          [t('sinceThere'), latest && since(latest.statusDate)],
          [t('seenThere'), formatDateTime(data.current?.checkedAt ?? newest.seenAt)],
          [t('agency'), newest.source?.title],
          [
            t('record'),
            newest.link !== null && (
              <MuiLink href={newest.link} target="_blank" rel="noreferrer">
                {t('open')}
              </MuiLink>
            ),
          ],
        ]}
      />
      {newest.isAhead && newest.statusDate !== null && (
        <Typography sx={{ paddingTop: 2 }}>
          {t('ahead', { status: says(newest) ?? t('emptyWord'), day: formatDay(newest.statusDate) })}
        </Typography>
      )}
      {data.current?.isStale === true && <Typography sx={{ paddingTop: 2 }}>{t('stale')}</Typography>}
      {data.current?.isMissing === true && <Typography sx={{ paddingTop: 2 }}>{t('gone')}</Typography>}
      {earlier.length > 0 && (
        <Box component="details" sx={{ paddingTop: 2 }}>
          <summary>{t('earlier', { count: earlier.length })}</summary>
          <Box component="ul" sx={{ margin: 0, paddingBlock: 1, paddingInlineStart: 5 }}>
            {earlier.map((observation) => (
              <li key={observation.pid}>
                {[says(observation), since(observation.statusDate), formatDateTime(observation.seenAt)]
                  .filter(Boolean)
                  .join(', ')}
              </li>
            ))}
          </Box>
        </Box>
      )}
    </Section>
  )
}
