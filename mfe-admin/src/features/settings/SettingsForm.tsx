import { ConfirmDialog, LeaveGuard, roleAtom } from '@portal/shared-ui'
import { Box, Button } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { settingsPath } from '../../paths.ts'
import type { SettingsSubpage, SettingsTab } from '../../paths.ts'
import { t } from '../../texts.ts'
import { ColumnsTab } from './columns/ColumnsTab.tsx'
import { GeneralTab } from './GeneralTab.tsx'
import { ModulesTab } from './ModulesTab.tsx'
import { RolesTab } from './RolesTab.tsx'
import { SettingsConflictDialog } from './SettingsConflictDialog.tsx'
import { SettingsFooter } from './SettingsFooter.tsx'
import type { Settings } from './use-settings.ts'
import { WorkingCalendarTab } from './working-calendar/WorkingCalendarTab.tsx'

/** All tabs are one place: changes in one tab are kept while another is open. */
const placeOf = ({ pathname }: { pathname: string }) =>
  pathname.startsWith(settingsPath) ? settingsPath : pathname

function Tab({ tab, settings }: { tab: Exclude<SettingsTab, SettingsSubpage>; settings: Settings }) {
  switch (tab) {
    case 'general':
      return <GeneralTab settings={settings} />
    case 'roles':
      return <RolesTab settings={settings} />
    case 'modules':
      return <ModulesTab settings={settings} />
    case 'columns':
      return <ColumnsTab settings={settings} />
    case 'working-calendar':
      return <WorkingCalendarTab settings={settings} />
  }
}

/** One tab of the configuration, with Reset above it and, after changes, Save and Discard below. */
export function SettingsForm({
  tab,
  settings,
}: {
  tab: Exclude<SettingsTab, SettingsSubpage>
  settings: Settings
}) {
  const role = useAtomValue(roleAtom)
  const [isResetting, setResetting] = useState(false)
  return (
    <>
      <Box sx={{ flex: 1, padding: { xs: 3, sm: 4 }, minWidth: 0 }} aria-busy={settings.busy !== null}>
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', maxWidth: 960, paddingBottom: 2 }}>
          <Button variant="outlined" color="error" size="small" onClick={() => setResetting(true)}>
            {t('reset')}
          </Button>
        </Box>
        <Tab tab={tab} settings={settings} />
      </Box>
      <SettingsFooter settings={settings} />
      {(settings.changes.length > 0 || settings.unfinished.size > 0) && (
        <LeaveGuard onLeave={settings.discard} placeOf={placeOf} />
      )}
      {settings.conflict !== null && (
        <SettingsConflictDialog conflict={settings.conflict} settings={settings} />
      )}
      {isResetting && (
        <ConfirmDialog
          title={t('resetTitle')}
          text={t(role === 'superadmin' ? 'resetText_superadmin' : 'resetText_admin')}
          yes={t('reset')}
          onNo={() => setResetting(false)}
          onYes={() => {
            setResetting(false)
            settings.reset()
          }}
        />
      )}
    </>
  )
}
