import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { labelOfCollection, maxBulkPids, screenLabel } from '@portal/contract'
import type { HandoverPreview } from '@portal/contract'
import { t } from './texts.ts'

function Lines({ heading, lines }: { heading: string; lines: readonly string[] }) {
  const id = useId()
  if (lines.length === 0) return null
  return (
    <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
      <Typography id={id} variant="h3" component="h3">
        {heading}
      </Typography>
      <Box component="ul" aria-labelledby={id} sx={{ margin: 0, paddingInlineStart: 5 }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </Box>
  )
}

/** What a handover would move: numbers by collection and by person, and the first records. */
export function HandoverPlan({ plan }: { plan: HandoverPreview }) {
  const { total, counts, recipients, records } = plan
  if (total === 0) return <Typography role="note">{t('nothing')}</Typography>
  return (
    <Box>
      <Typography sx={{ paddingBottom: 2 }}>{t('total', { count: total })}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4 }}>
        <Lines
          heading={t('byCollection')}
          lines={counts.map(({ collection, count }) =>
            t('countOf', { collection: screenLabel(labelOfCollection(collection, 'many')), count }),
          )}
        />
        <Lines
          heading={t('byPerson')}
          lines={recipients.map(({ person, count }) => t('countOf', { collection: person.title, count }))}
        />
      </Box>
      {total > maxBulkPids && <Typography role="note">{t('limit', { count: maxBulkPids })}</Typography>}
      <Box component="details" sx={{ paddingTop: 3 }}>
        <Box component="summary" sx={{ cursor: 'pointer' }}>
          {t('all')}
        </Box>
        {records.length < total && (
          <Typography sx={{ color: 'text.secondary' }}>{t('first', { count: records.length })}</Typography>
        )}
        <Box
          component="ul"
          sx={{
            margin: 0,
            paddingInlineStart: 5,
            maxHeight: 240,
            overflow: 'auto',
            overflowWrap: 'anywhere',
          }}
        >
          {records.map(({ collection, pid, title, to }) => (
            <li key={`${collection} ${pid}`}>
              {to === null ? title : t('moves', { title, name: to.title })}
            </li>
          ))}
        </Box>
      </Box>
    </Box>
  )
}
