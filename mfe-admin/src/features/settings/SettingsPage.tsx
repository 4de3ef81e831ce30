import {
  ErrorPanel,
  SkeletonTable,
  configurationAtom,
  configurationErrorAtom,
  loadConfiguration,
} from '@portal/shared-ui'
import { Box, Tab, Tabs, useMediaQuery, useTheme } from '@portal/shared-ui/mui'
import { Link, Outlet, useLocation, useSearchParams } from '@portal/shared-ui/router'
import { useAtomValue, useStore } from '@portal/shared-ui/state'
import { isModulePath, isSettingsSubpage, settingsTabAt, settingsTabPath, settingsTabs } from '../../paths.ts'
import type { SettingsTab } from '../../paths.ts'
import { t } from '../../texts.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { useSettings } from './use-settings.ts'
import type { Settings } from './use-settings.ts'

/** Subpages without a table that fills the panel. */
const paddedTabs: ReadonlySet<SettingsTab> = new Set([
  'permit-status-map',
  'background-work',
  'delivery',
  'agency-feeds',
  'permit-types',
  'requirements',
  'library',
])

const skeletonWidths = [240, 120, 120, 120]

/** The content of the tab. Subpages are not part of the configuration, so they are available without it. */
function TabContent({ tab, settings }: { tab: SettingsTab; settings: Settings | null }) {
  const { pathname } = useLocation()
  const isLoaded = useAtomValue(configurationAtom) !== null
  const failure = useAtomValue(configurationErrorAtom)
  const store = useStore()
  if (isSettingsSubpage(tab) || isModulePath(pathname)) return <Outlet />
  if (settings !== null) return <SettingsForm tab={tab} settings={settings} />
  const problem = failure ?? (isLoaded ? t('incomplete') : null)
  if (problem !== null)
    return (
      <ErrorPanel error={new Error(problem)} title={problem} onRetry={() => void loadConfiguration(store)} />
    )
  return (
    <Box role="status" aria-label={t('loading')}>
      <SkeletonTable widths={skeletonWidths} />
    </Box>
  )
}

/** The configuration and the permit status map behind tabs. The tab is in the address. */
export function SettingsPage() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('md'))
  const tab = settingsTabAt(pathname, search)
  // Above the tabs, so that changes in one tab are kept while another is open.
  const settings = useSettings()
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        minHeight: '100%',
        minWidth: 0,
        backgroundColor: 'portal.surface',
      }}
    >
      <Tabs
        aria-label={t('tabs')}
        value={tab}
        orientation={isNarrow ? 'horizontal' : 'vertical'}
        variant="scrollable"
        scrollButtons={isNarrow ? 'auto' : false}
        sx={{
          flex: 'none',
          width: { xs: '100%', md: 184 },
          paddingBlock: { md: 3 },
          borderStyle: 'solid',
          borderWidth: { xs: '0 0 1px', md: '0 1px 0 0' },
          borderColor: 'divider',
        }}
      >
        {settingsTabs.map((settingsTab) => (
          <Tab
            key={settingsTab}
            id={`settings-tab-${settingsTab}`}
            aria-controls="settings-panel"
            value={settingsTab}
            label={t(`tab_${settingsTab}`)}
            component={Link}
            to={settingsTabPath(settingsTab)}
            sx={{ alignItems: { md: 'flex-start' }, textAlign: 'start' }}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id="settings-panel"
        aria-labelledby={`settings-tab-${tab}`}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          flex: 1,
          minWidth: 0,
          ...((paddedTabs.has(tab) || isModulePath(pathname)) && {
            padding: { xs: 3, sm: 4 },
          }),
        }}
      >
        <TabContent tab={tab} settings={settings} />
      </Box>
    </Box>
  )
}
