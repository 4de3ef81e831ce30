import { Configuration } from '@portal/contract'
import { formatNumber } from '@portal/shared-ui'
import { Stack, TextField, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { t } from '../../texts.ts'
import type { Settings } from './use-settings.ts'
import { ChangedMark, SettingsSection } from './SettingsSection.tsx'

type LimitName = keyof Configuration['limits']
const { shape } = Configuration.shape.limits

/** Number of configuration units per unit of the form. */
const unitOf: Readonly<Record<LimitName, number>> = {
  uploadBytes: 1024 ** 2,
  bulkRecords: 1,
  organizationBytes: 1024 ** 3,
  officeBytes: 1024 ** 3,
}

/** The typed limit, with or without thousands separators; null when it is invalid. */
function readLimit(name: LimitName, typed: string): number | null {
  const text = typed.trim().replaceAll(',', '')
  const value = text === '' ? Number.NaN : Number(text) * unitOf[name]
  return shape[name].safeParse(name === 'bulkRecords' ? value : Math.round(value)).data ?? null
}

/** One limit. Valid input is applied to the working copy while it is typed. */
function LimitField({ name, settings }: { name: LimitName; settings: Settings }) {
  const { configuration, changes, unfinished, noteUnfinished, set } = settings
  const [typed, setTyped] = useState<string | null>(null)
  const field = `limits.${name}`
  const problem = unfinished.has(field) ? t(`${name}Wrong`) : null
  const type = (text: string) => {
    const limit = readLimit(name, text)
    setTyped(text)
    noteUnfinished(field, limit === null ? text : null)
    if (limit !== null) set(['limits', name], limit)
  }
  return (
    <TextField
      label={t(name)}
      value={typed ?? unfinished.get(field) ?? formatNumber(configuration.limits[name] / unitOf[name])}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(null)}
      error={problem !== null}
      helperText={problem ?? t(`${name}Hint`)}
      slotProps={{
        htmlInput: { inputMode: 'decimal', maxLength: 20 },
        input: {
          endAdornment: (
            <Typography component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {t(`${name}Unit`)}
              {changes.some((change) => change.field === field) && <ChangedMark />}
            </Typography>
          ),
        },
      }}
      sx={{ flex: 1 }}
    />
  )
}

/** Limits per call and for storage. Source: contract.md 4. */
export function Limits({ settings }: { settings: Settings }) {
  return (
    <SettingsSection heading={t('limits')}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={4}>
        <LimitField name="uploadBytes" settings={settings} />
        <LimitField name="bulkRecords" settings={settings} />
      </Stack>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={4} sx={{ paddingTop: 4 }}>
        <LimitField name="organizationBytes" settings={settings} />
        <LimitField name="officeBytes" settings={settings} />
      </Stack>
    </SettingsSection>
  )
}
