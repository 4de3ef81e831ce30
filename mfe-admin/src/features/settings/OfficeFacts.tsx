import { officeFactNames } from '@portal/contract'
import { roleAtom } from '@portal/shared-ui'
import { Stack, TextField } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'
import type { Settings } from './use-settings.ts'
import { SettingsSection } from './SettingsSection.tsx'

const longest = { officeName: 120, officeAddress: 500, paymentInstructions: 2_000 } as const
const isOneLine = (name: (typeof officeFactNames)[number]) => name === 'officeName'

/**
 * The office's identity and payment instructions. Only superadmins edit them, because a change can divert
 * payments.
 */
export function OfficeFacts({ settings: { configuration, changes, set } }: { settings: Settings }) {
  const isFixed = useAtomValue(roleAtom) !== 'superadmin'
  return (
    <SettingsSection
      heading={t('office')}
      hint={
        <>
          {t('officeHint')} {isFixed && t('superadminsOnly')}
        </>
      }
    >
      <Stack spacing={4}>
        {officeFactNames.map((name) => (
          <TextField
            key={name}
            label={`${t(name)}${changes.some(({ field }) => field === `settings.${name}`) ? ' *' : ''}`}
            value={configuration.settings[name]}
            disabled={isFixed}
            multiline={!isOneLine(name)}
            minRows={isOneLine(name) ? undefined : 3}
            helperText={name === 'paymentInstructions' ? t('paymentInstructionsHint') : undefined}
            slotProps={{ htmlInput: { maxLength: longest[name] } }}
            onChange={({ target }) => set(['settings', name], target.value)}
          />
        ))}
      </Stack>
    </SettingsSection>
  )
}
