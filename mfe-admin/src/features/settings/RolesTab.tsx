import type { ConfigurationView } from '@portal/contract'
import { pageAllowed, pagePaths } from '@portal/contract'
import { Stack, Typography } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { pageName } from './names.ts'
import { RoleMatrix } from './RoleMatrix.tsx'

/** Known pages in the order of the menu's contract, then those other remotes brought along. */
function pagesIn({ roles }: ConfigurationView): string[] {
  const configured = Object.values(roles).flatMap((role) => Object.keys(role?.pages ?? {}))
  return [...new Set([...pagePaths, ...configured])]
}

/** Which role opens which page, as navigation will judge it: a child is closed where its parent is. */
export function RolesTab({ configuration }: { configuration: ConfigurationView }) {
  return (
    <Stack spacing={4}>
      <Typography sx={{ color: 'text.secondary', maxWidth: 720 }}>{t('rolesHint')}</Typography>
      <RoleMatrix
        label={t('tab_roles')}
        rowHeading={t('page')}
        rows={pagesIn(configuration).map((path) => ({ key: path, name: pageName(path), hint: path }))}
        words={{ yes: t('open'), no: t('closed') }}
        isOn={(role, path) => pageAllowed(configuration.roles[role]?.pages ?? {}, path)}
      />
    </Stack>
  )
}
