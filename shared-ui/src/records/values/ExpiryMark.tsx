import Box from '@mui/material/Box'
import { useAtomValue } from 'jotai'
import { daysBetween } from '@portal/contract'
import { StatusChip } from '../../icons/StatusChip.tsx'
import { todayAtom } from '../../session/today.ts'
import { t } from '../texts.ts'

/** A document that expires within this number of days is marked, while there is time to renew it. */
const soonDays = 30

/** Beside an expiration date: says that it has passed or will pass soon. */
export function ExpiryMark({ day }: { day: string }) {
  const left = daysBetween(useAtomValue(todayAtom), day)
  if (left > soonDays) return null
  const label = left < 0 ? t('expired') : left === 0 ? t('expiresToday') : t('expiresIn', { count: left })
  return (
    <Box component="span" sx={{ marginInlineStart: 2, display: 'inline-flex', verticalAlign: 'middle' }}>
      <StatusChip label={label} colour={left < 0 ? 'red' : 'amber'} symbol={left < 0 ? 'alert' : 'clock'} />
    </Box>
  )
}
