import { Retention as Schema, minRetentionDays, retentionNames } from '@portal/contract'
import type { RetentionName } from '@portal/contract'
import { formatNumber, roleAtom } from '@portal/shared-ui'
import { Box, TextField, Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { t } from '../../texts.ts'
import type { Settings } from './use-settings.ts'
import { SettingsSection } from './SettingsSection.tsx'

/**
 * The typed number of days, with or without thousands separators; empty is 0, for ever; null when it is
 * invalid.
 */
function readDays(name: RetentionName, typed: string): number | null {
  const text = typed.trim().replaceAll(',', '')
  return Schema.shape[name].safeParse(text === '' ? 0 : Number(text)).data ?? null
}

/** How long one kind of data is kept. Valid input is applied to the working copy while it is typed. */
function DaysField({
  name,
  settings,
  isFixed,
}: {
  name: RetentionName
  settings: Settings
  isFixed: boolean
}) {
  const { configuration, changes, unfinished, noteUnfinished, set } = settings
  const [typed, setTyped] = useState<string | null>(null)
  const field = `retention.${name}`
  const days = configuration.retention[name]
  const isChanged = changes.some((change) => change.field === field)
  const problem = unfinished.has(field) ? t('daysWrong', { count: minRetentionDays[name] }) : null
  const type = (text: string) => {
    const read = readDays(name, text)
    setTyped(text)
    noteUnfinished(field, read === null ? text : null)
    if (read !== null) set(['retention', name], read)
  }
  return (
    <TextField
      label={`${t(name)}${isChanged ? ' *' : ''}`}
      value={typed ?? unfinished.get(field) ?? (days === 0 ? '' : formatNumber(days))}
      placeholder={t('forEver')}
      disabled={isFixed}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(null)}
      error={problem !== null}
      helperText={problem ?? t(`${name}Hint`)}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: 'numeric', maxLength: 10 },
        input: {
          endAdornment: days !== 0 && (
            <Typography component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {t('daysUnit')}
            </Typography>
          ),
        },
      }}
    />
  )
}

/**
 * How long the portal keeps what is no longer in use. Only superadmins edit it, because what it deletes
 * cannot be restored.
 */
export function Retention({ settings }: { settings: Settings }) {
  const isFixed = useAtomValue(roleAtom) !== 'superadmin'
  return (
    <SettingsSection
      heading={t('retention')}
      hint={
        <>
          {t('retentionHint')} {isFixed && t('superadminsOnly')}
        </>
      }
    >
      <Box
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 4, rowGap: 4 }}
      >
        {retentionNames.map((name) => (
          <DaysField key={name} name={name} settings={settings} isFixed={isFixed} />
        ))}
      </Box>
    </SettingsSection>
  )
}
