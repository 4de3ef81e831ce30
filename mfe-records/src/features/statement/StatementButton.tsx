import { StatementQuery, addDays, statementFormats } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import { FormDialog, todayAtom } from '@portal/shared-ui'
import { Box, Button, DayField, FormControlLabel, Radio, Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId, useState } from 'react'
import { t } from './texts.ts'

/** The month before the one of this day. */
function lastMonth(today: LocalDate): { from: LocalDate; to: LocalDate } {
  const to = addDays(`${today.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

const statementUrl = (org: string, query: StatementQuery) =>
  `/api/orgs/${encodeURIComponent(org)}/statement?${new URLSearchParams(query).toString()}`

/** Lets the browser download a file. */
function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Opens a dialog from which the statement of an organization is downloaded. */
export function StatementButton({ org }: { org: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && <StatementDialog org={org} onClose={() => setOpen(false)} />}
    </>
  )
}

function StatementDialog({ org, onClose }: { org: string; onClose: () => void }) {
  const id = useId()
  const [period, setPeriod] = useState(lastMonth(useAtomValue(todayAtom)))
  const [format, setFormat] = useState<StatementQuery['format']>('pdf')
  const [isTried, setTried] = useState(false)
  const query = StatementQuery.safeParse({ ...period, format })
  return (
    <FormDialog
      title={t('title')}
      text={t('text')}
      action={t('download')}
      isBusy={false}
      failure={isTried && !query.success ? t('wrongPeriod') : null}
      onSubmit={() => {
        setTried(true)
        if (!query.success) return
        download(statementUrl(org, query.data))
        onClose()
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
        <DayField label={t('from')} value={period.from} onChange={(from) => setPeriod({ ...period, from })} />
        <DayField label={t('to')} value={period.to} onChange={(to) => setPeriod({ ...period, to })} />
      </Box>
      <Box role="radiogroup" aria-labelledby={id}>
        <Typography id={id} variant="caption" component="div" sx={{ color: 'text.secondary' }}>
          {t('format')}
        </Typography>
        {statementFormats.map((each) => (
          <FormControlLabel
            key={each}
            control={
              <Radio size="small" name={id} checked={format === each} onChange={() => setFormat(each)} />
            }
            label={t(each)}
          />
        ))}
      </Box>
    </FormDialog>
  )
}
