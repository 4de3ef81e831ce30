import { Box } from '@portal/shared-ui/mui'
import { t } from './texts.ts'

const maxTold = 12

interface LinesProps {
  name: string
  lines: readonly string[]
  /** How many there are, if `lines` does not hold all of them. */
  all?: number
}

/** Sentences as a list, the first ones of many. */
export function Lines({ name, lines, all = lines.length }: LinesProps) {
  const shown = lines.slice(0, maxTold)
  const more = all - shown.length
  return (
    <Box component="ul" aria-label={name} sx={{ margin: 0, paddingInlineStart: 4, overflowWrap: 'anywhere' }}>
      {shown.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {more > 0 && <li>{t('andMore', { count: more })}</li>}
    </Box>
  )
}
