import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import type { MenuItemProps } from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { RecordWatch } from '@portal/contract'
import { useChange } from '../../api/use-change.ts'
import { Switch } from '../../inputs/switches.tsx'
import { t } from './texts.ts'
import { changeRecordWatch, recordWatchQuery, watchesKey } from './watch.queries.ts'
import type { WatchedRecord } from './watch.queries.ts'

const maxNamed = 4

/** Who watches the record, for staff; without anybody, what watching does. */
function hintOf(watch: RecordWatch | undefined): string {
  const names = watch?.watchers?.map(({ title }) => title) ?? []
  if (names.length === 0) return t('watchHint')
  const named = names.slice(0, maxNamed).join(', ')
  const rest = names.length - maxNamed
  return t('watchedBy', { names: rest > 0 ? t('andMore', { names: named, count: rest }) : named })
}

export interface WatchItemProps extends Omit<MenuItemProps, 'onClick' | 'children'> {
  record: WatchedRecord
}

/** The menu item that switches watching of a record on and off. The menu stays open and shows the result. */
export function WatchItem({ record, ...rest }: WatchItemProps) {
  const { data } = useQuery(recordWatchQuery(record))
  const change = useChange(changeRecordWatch, { stale: [watchesKey], failed: t('failed') })
  const isWatching = data?.isWatching ?? false
  const hint = hintOf(data)
  const hintId = useId()
  return (
    <MenuItem
      {...rest}
      role="menuitemcheckbox"
      aria-checked={isWatching}
      aria-label={t('watch')}
      aria-describedby={hintId}
      disabled={data === undefined || change.isPending}
      onClick={() => change.mutate({ ...record, isWatching: !isWatching })}
      sx={{ gap: 3, alignItems: 'center' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, maxWidth: 260 }}>
        {t('watch')}
        <Typography
          id={hintId}
          variant="caption"
          component="p"
          sx={{ color: 'text.secondary', whiteSpace: 'normal', overflowWrap: 'anywhere' }}
        >
          {hint}
        </Typography>
      </Box>
      <Switch size="small" checked={isWatching} input={{ 'aria-hidden': true, tabIndex: -1 }} readOnly />
    </MenuItem>
  )
}
