import type { Declaration, Visit } from '@portal/contract'
import { StatusChip, dateTimeTooltip, formatDuration, formatMomentDay, optionOf } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'

/** A list of statuses with start and duration. */
export function Visits({ declaration, visits }: { declaration: Declaration; visits: readonly Visit[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1.5 }}>
      {visits.map(({ status, since, until, ms }) => {
        const option = optionOf(declaration.fields['status'], status)
        return (
          <Box
            component="li"
            key={since}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}
          >
            <StatusChip
              label={option?.label ?? status}
              {...(option?.colour && { colour: option.colour })}
              {...(option?.symbol && { symbol: option.symbol })}
            />
            <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              <time dateTime={since} title={dateTimeTooltip(since)}>
                {formatMomentDay(since)}
              </time>
              {(until !== null || ms > 0) && ` · ${formatDuration(ms / 1_000)}`}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
