import type { Configuration } from '@portal/contract'
import { pageAllowed, pagePaths, superadminPages } from '@portal/contract'
import { roleAtom } from '@portal/shared-ui'
import { Stack, Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'
import { pageName } from '../../words/names.ts'
import { RoleMatrix } from './RoleMatrix.tsx'
import type { Settings } from './use-settings.ts'

/** Known pages in menu order (as in the contract), then pages of other remotes. */
function pagesIn({ roles }: Configuration): string[] {
  const configured = Object.values(roles).flatMap((role) => Object.keys(role.pages))
  return [...new Set([...pagePaths, ...configured])]
}

/** The nearest parent page that is closed for the role, which closes this page too. */
function closedParent(pages: Readonly<Record<string, boolean>>, path: string): string | null {
  const above = path.split('/').slice(0, -1)
  for (; above.length > 1; above.pop()) {
    const parent = above.join('/')
    if (pages[parent] === false) return parent
  }
  return null
}

/** Which role may open which page, as navigation evaluates it: a child is closed when its parent is. */
export function RolesTab({ settings: { configuration, changes, set } }: { settings: Settings }) {
  const viewer = useAtomValue(roleAtom)
  const pagesOf = (role: keyof Configuration['roles']) => configuration.roles[role].pages
  return (
    <Stack spacing={4}>
      <Typography sx={{ color: 'text.secondary', maxWidth: 720 }}>{t('rolesHint')}</Typography>
      <RoleMatrix
        label={t('tab_roles')}
        rowHeading={t('page')}
        rows={pagesIn(configuration).map((path) => ({ key: path, name: pageName(path), hint: path }))}
        words={{ yes: t('open'), no: t('closed') }}
        isOn={(role, path) => pageAllowed(pagesOf(role), path)}
        whyFixed={(role, path) => {
          // Somebody must be able to reopen a closed page.
          if (role === 'superadmin' && superadminPages.some((kept) => kept === path))
            return t('keepsSettings')
          if (role === 'superadmin' && viewer !== 'superadmin') return t('superadminsOnly')
          const parent = closedParent(pagesOf(role), path)
          return parent === null ? null : t('closedWith', { page: pageName(parent) })
        }}
        isChanged={(role, path) => changes.some(({ field }) => field === `roles.${role}.pages.${path}`)}
        onSwitch={(role, path, isOpen) => set(['roles', role, 'pages', path], isOpen)}
      />
    </Stack>
  )
}
