import { collections } from '@portal/contract'
import { RecordPage } from '@portal/shared-ui'
import type { RouteObject } from '@portal/shared-ui/router'
import { BackgroundWorkPage } from './features/background/BackgroundWorkPage.tsx'
import { DeliveryPage } from './features/delivery/DeliveryPage.tsx'
import { RequirementsPage } from './features/requirements/RequirementsPage.tsx'
import { SettingsPage } from './features/settings/SettingsPage.tsx'
import { StatusMapView } from './features/status-map/StatusMapView.tsx'
import { UsersPage } from './features/users/UsersPage.tsx'
import { agenciesPath, settingsPath, usersPath } from './paths.ts'

export const routes: RouteObject[] = [
  { path: usersPath, element: <UsersPage /> },
  // One page for all addresses, so that the tabs stay mounted when a subpage opens.
  {
    path: settingsPath,
    element: <SettingsPage />,
    children: [
      { index: true },
      {
        path: 'agencies/:pid?',
        element: <RecordPage collection={collections.authorities} label="Agencies" path={agenciesPath} />,
      },
      { path: 'requirements', element: <RequirementsPage /> },
      { path: 'permit-status-map', element: <StatusMapView /> },
      { path: 'background-work', element: <BackgroundWorkPage /> },
      { path: 'delivery', element: <DeliveryPage /> },
    ],
  },
]
