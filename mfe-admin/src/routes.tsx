import { collections } from '@portal/contract'
import { RecordPage } from '@portal/shared-ui'
import { Navigate } from '@portal/shared-ui/router'
import type { RouteObject } from '@portal/shared-ui/router'
import { BackgroundWorkPage } from './features/background/BackgroundWorkPage.tsx'
import { DeliveryPage } from './features/delivery/DeliveryPage.tsx'
import { FeedsPage } from './features/feeds/FeedsPage.lazy.ts'
import { LibraryPage } from './features/library/LibraryPage.lazy.ts'
import { PermitTypesPage } from './features/permit-types/PermitTypesPage.tsx'
import { RequirementsPage } from './features/requirements/RequirementsPage.tsx'
import { ModulePage } from './features/settings/modules/ModulePage.lazy.ts'
import { SettingsPage } from './features/settings/SettingsPage.tsx'
import { StatusMapView } from './features/status-map/StatusMapView.tsx'
import { UsersPage } from './features/users/UsersPage.tsx'
import { agenciesPath, settingsPath, settingsTabPath, usersPath } from './paths.ts'

export const routes: RouteObject[] = [
  { path: usersPath, element: <UsersPage /> },
  // One page for all paths of the settings, so that its tabs stay mounted when a subpage opens. SettingsPage
  // itself draws the tabs that are chosen by the query, so the index has no element.
  {
    path: settingsPath,
    element: <SettingsPage />,
    children: [
      { index: true },
      {
        path: 'agencies/:pid?',
        element: <RecordPage collection={collections.authorities} label="Agencies" path={agenciesPath} />,
      },
      { path: 'agency-feeds', element: <FeedsPage /> },
      { path: 'permit-types', element: <PermitTypesPage /> },
      { path: 'requirements', element: <RequirementsPage /> },
      { path: 'library', element: <LibraryPage /> },
      { path: 'permit-status-map', element: <StatusMapView /> },
      { path: 'background-work', element: <BackgroundWorkPage /> },
      { path: 'delivery', element: <DeliveryPage /> },
      { path: 'modules', element: <Navigate to={settingsTabPath('modules')} replace /> },
      { path: 'modules/:name', element: <ModulePage /> },
    ],
  },
]
