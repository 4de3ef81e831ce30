import { labelOfCode, screenLabel, whyNotManagePeople } from '@portal/contract'
import { Icon, actorAtom, isAdministratorAtom, useShell, userAtom } from '@portal/shared-ui'
import { Box, Divider, Menu, MenuItem, Typography } from '@portal/shared-ui/mui'
import { useAtomValue, useStore } from '@portal/shared-ui/state'
import {
  mdiAccountGroupOutline,
  mdiBellOutline,
  mdiCogOutline,
  mdiKeyOutline,
  mdiLogoutVariant,
} from '../../icons.ts'
import { t } from '../../texts.ts'
import { LanguageItems } from './LanguageItems.tsx'
import { signOut } from './sign-out.ts'
import type { OpenedProps } from '../../frame/TopBarButton.tsx'

/** Shows who is signed in, and the actions of the account. */
export default function AccountMenu({ anchor, onClose }: OpenedProps) {
  const shell = useShell()
  const store = useStore()
  const user = useAtomValue(userAtom)
  const actor = useAtomValue(actorAtom)
  const isAdministrator = useAtomValue(isAdministratorAtom)
  const leave = async () => {
    onClose()
    await signOut(store, () => shell.navigate('/login'))
  }
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {user !== null && (
        <Box component="li" role="presentation" sx={{ paddingInline: 3, paddingBlock: 2, minWidth: 220 }}>
          <Typography variant="subtitle2">{user.name}</Typography>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {user.email}
          </Typography>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {[user.role === null ? '' : screenLabel(labelOfCode(user.role)), user.org?.title]
              .filter(Boolean)
              .join(', ')}
          </Typography>
        </Box>
      )}
      <Divider component="li" role="presentation" />
      {user !== null && (
        <MenuItem
          onClick={() => {
            onClose()
            shell.navigate('/account')
          }}
          sx={{ gap: 2 }}
        >
          <Icon path={mdiKeyOutline} />
          {t('passkeysAndSessions')}
        </MenuItem>
      )}
      {actor !== null && (
        <MenuItem
          onClick={() => {
            onClose()
            shell.navigate('/account/notifications')
          }}
          sx={{ gap: 2 }}
        >
          <Icon path={mdiBellOutline} />
          {t('notificationSettings')}
        </MenuItem>
      )}
      {actor !== null && whyNotManagePeople(actor) === null && (
        <MenuItem
          onClick={() => {
            onClose()
            shell.navigate('/account/people')
          }}
          sx={{ gap: 2 }}
        >
          <Icon path={mdiAccountGroupOutline} />
          {t('organizationPeople')}
        </MenuItem>
      )}
      {isAdministrator && (
        <MenuItem
          onClick={() => {
            onClose()
            shell.navigate('/settings')
          }}
          sx={{ gap: 2 }}
        >
          <Icon path={mdiCogOutline} />
          {t('settings')}
        </MenuItem>
      )}
      <Divider component="li" role="presentation" />
      <LanguageItems onClose={onClose} />
      <Divider component="li" role="presentation" />
      <MenuItem onClick={() => void leave()} sx={{ gap: 2 }}>
        <Icon path={mdiLogoutVariant} />
        {t('signOut')}
      </MenuItem>
    </Menu>
  )
}
