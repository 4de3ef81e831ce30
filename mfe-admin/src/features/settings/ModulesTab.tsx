import type { ConfigurationView } from '@portal/contract'
import { remoteNames } from '@portal/contract'
import { Stack, Typography } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { moduleName } from './names.ts'
import { RoleMatrix } from './RoleMatrix.tsx'

function modulesIn({ roles }: ConfigurationView): string[] {
  const configured = Object.values(roles).flatMap((role) => Object.keys(role?.modules ?? {}))
  return [...new Set([...remoteNames, ...configured])]
}

/** Which module is on for which role. */
export function ModulesTab({ configuration }: { configuration: ConfigurationView }) {
  return (
    <Stack spacing={4}>
      <Typography sx={{ color: 'text.secondary', maxWidth: 720 }}>{t('modulesHint')}</Typography>
      <RoleMatrix
        label={t('tab_modules')}
        rowHeading={t('module')}
        rows={modulesIn(configuration).map((name) => ({ key: name, name: moduleName(name) }))}
        words={{ yes: t('on'), no: t('off') }}
        isOn={(role, name) => configuration.roles[role]?.modules[name] !== false}
      />
    </Stack>
  )
}
