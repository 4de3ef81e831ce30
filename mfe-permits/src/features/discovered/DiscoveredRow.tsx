import type { DiscoveredPermit } from '@portal/contract/authority-discovery'
import { Row, formatDateTime, formatDay, useLibraryChoices } from '@portal/shared-ui'
import { Box, Button, MenuItem, MuiLink, TextField } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { useId, useState } from 'react'
import { t } from '../../discovered/texts.ts'

interface DiscoveredRowProps {
  discovered: DiscoveredPermit
  isBusy: boolean
  onCreate: (permitType: string) => void
  onDismiss: () => void
}

function statusText({ source: { title: agency }, rawStatus: status, statusDate }: DiscoveredPermit): string {
  if (status === '') return t('noStatus', { agency })
  return statusDate === null
    ? t('says', { agency, status })
    : t('saysSince', { agency, status, day: formatDay(statusDate) })
}

function factsOf(discovered: DiscoveredPermit): string[] {
  const { org, company, appliedDate, issuedDate, expiryDate, lastSeenAt } = discovered
  const on = (key: 'applied' | 'issued' | 'expires', day: string | null) =>
    day === null ? [] : [t(key, { day: formatDay(day) })]
  return [
    org.title,
    ...(company === org.title ? [] : [t('company', { company })]),
    statusText(discovered),
    ...on('applied', appliedDate),
    ...on('issued', issuedDate),
    ...on('expires', expiryDate),
    t('seen', { at: formatDateTime(lastSeenAt) }),
  ]
}

/** What the row leads to: the agency, the permit that was created, and why it was dismissed. */
function Notes({
  discovered: { authorityNumber: number, link, permit, reason },
}: Pick<DiscoveredRowProps, 'discovered'>) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, paddingTop: 1, overflowWrap: 'anywhere' }}>
      {reason !== null && <span>{t('reason', { reason })}</span>}
      {permit !== null && (
        <MuiLink component={Link} to={`/permits/search?record=${permit.pid}`}>
          {t('openPermit')}
        </MuiLink>
      )}
      {link !== null && (
        <MuiLink href={link} target="_blank" rel="noopener noreferrer" title={t('opensNewTab', { number })}>
          {t('open')}
        </MuiLink>
      )}
    </Box>
  )
}

/** A permit that an agency has and the portal does not, with the decision about it. */
export function DiscoveredRow({ discovered, isBusy, onCreate, onDismiss }: DiscoveredRowProps) {
  const id = useId()
  const types = useLibraryChoices('permitTypes')
  const [typed, setType] = useState(discovered.permitType ?? '')
  // The type of similar numbers may be retired.
  const permitType = types.some(({ code }) => code === typed) ? typed : ''
  const [wasTried, setTried] = useState(false)
  const isMissing = wasTried && permitType === ''
  const create = () => {
    setTried(true)
    if (permitType !== '') onCreate(permitType)
  }
  return (
    <Row
      titleId={id}
      title={discovered.authorityNumber}
      facts={factsOf(discovered)}
      note={<Notes discovered={discovered} />}
    >
      {discovered.state === 'OPEN' && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
          <TextField
            select
            required
            size="small"
            label={t('type')}
            value={permitType}
            error={isMissing}
            helperText={isMissing ? t('typeNeeded') : undefined}
            onChange={({ target }) => setType(target.value)}
            slotProps={{ select: { SelectDisplayProps: { 'aria-describedby': id } } }}
            sx={{ minWidth: 150 }}
          >
            {types.map(({ code, label }) => (
              <MenuItem key={code} value={code}>
                {label}
              </MenuItem>
            ))}
          </TextField>
          <Button variant="contained" aria-describedby={id} disabled={isBusy} onClick={create}>
            {t('create')}
          </Button>
          <Button variant="outlined" aria-describedby={id} disabled={isBusy} onClick={onDismiss}>
            {t('dismiss')}
          </Button>
        </Box>
      )}
    </Row>
  )
}
