import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { Actor, Declaration } from '@portal/contract'
import { isProblem } from '../../../api/api-problem.ts'
import { ErrorPanel } from '../../../feedback/ErrorPanel.tsx'
import { formatDateTime } from '../../../format/dates.ts'
import { valueIn } from '../../declaration/added-fields.ts'
import { fieldStyles } from '../field-styles.ts'
import { RecordValue, isEmptyValue } from '../RecordValue.tsx'
import { asOfQuery } from '../related/related-queries.ts'
import { sectionsOf } from '../sections.ts'
import { t } from '../texts.ts'

export interface RecordAsOfProps {
  declaration: Declaration
  pid: string
  actor: Actor
  /** The instant. */
  asOf: string
  onLeave: () => void
}

/** The fields of a record as they were at a past time, read-only. Marks those that changed since. */
export function RecordAsOf({ declaration, pid, actor, asOf, onLeave }: RecordAsOfProps) {
  const former = useQuery(asOfQuery(declaration, pid, asOf))
  const isGone = former.isError && isProblem(former.error, 'not-found')
  return (
    <Box sx={{ paddingBlock: 4 }}>
      <Alert
        severity="info"
        role="status"
        action={
          <Button size="small" color="inherit" onClick={onLeave}>
            {t('asOfLeave')}
          </Button>
        }
        sx={{ position: 'sticky', top: 0, zIndex: 1 }}
      >
        {t('asOfShown', { at: formatDateTime(asOf) })}
      </Alert>
      {former.isPending && <Box sx={{ paddingBlock: 4, color: 'text.secondary' }}>{t('loading')}</Box>}
      {isGone && <Typography sx={{ paddingBlock: 4 }}>{t('asOfNothing')}</Typography>}
      {former.isError && !isGone && (
        <ErrorPanel error={former.error} title={t('asOfFailed')} onRetry={() => void former.refetch()} />
      )}
      {former.data !== undefined && (
        <>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary', paddingTop: 3 }}>
            {former.data.changedSince.length === 0
              ? t('asOfSame')
              : t('asOfChanged', { count: former.data.changedSince.length })}
          </Typography>
          <Fields
            declaration={declaration}
            actor={actor}
            record={former.data.record}
            changedSince={former.data.changedSince}
          />
        </>
      )}
    </Box>
  )
}

interface FieldsProps extends Pick<RecordAsOfProps, 'declaration' | 'actor'> {
  record: Parameters<typeof sectionsOf>[1]
  changedSince: readonly string[]
}

function Fields({ declaration, actor, record, changedSince }: FieldsProps) {
  return sectionsOf(declaration, record, actor, changedSince).map(({ heading, fields }) => {
    const shown = fields.filter(
      ({ name }) => changedSince.includes(name) || !isEmptyValue(valueIn(record, name)),
    )
    return (
      shown.length > 0 && (
        <Box key={heading} component="section" aria-label={heading} sx={{ paddingBlock: 3 }}>
          <Typography component="h3" variant="h3" sx={{ paddingBottom: 2 }}>
            {heading}
          </Typography>
          <Box component="dl" sx={fieldStyles}>
            {shown.map(({ name, label, declared }) => {
              const isChanged = changedSince.includes(name)
              return (
                <div
                  key={name}
                  className={declared.type === 'longText' || declared.type === 'json' ? 'is-long' : undefined}
                >
                  <dt>
                    {label}
                    {isChanged && (
                      <Chip
                        size="small"
                        variant="outlined"
                        label={t('asOfMark')}
                        sx={{ marginInlineStart: 2, height: 18, fontSize: '0.6875rem' }}
                      />
                    )}
                  </dt>
                  <dd className={isChanged ? 'is-changed' : undefined}>
                    <div className="value">
                      <RecordValue declared={declared} value={valueIn(record, name)} />
                    </div>
                  </dd>
                </div>
              )
            })}
          </Box>
        </Box>
      )
    )
  })
}
