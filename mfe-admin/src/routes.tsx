import type { RouteObject } from '@portal/shared-ui/router'
import { SettingsPage } from './features/settings/SettingsPage.tsx'
import { StatusMapView } from './features/status-map/StatusMapView.tsx'
import { UsersPage } from './features/users/UsersPage.tsx'
import { settingsPath, usersPath } from './paths.ts'

export const routes: RouteObject[] = [
  { path: usersPath, element: <UsersPage /> },
  // One page for both addresses, so that the tabs stay mounted when the map's tab opens.
  {
    path: settingsPath,
    element: <SettingsPage />,
    children: [{ index: true }, { path: 'permit-status-map', element: <StatusMapView /> }],
  },
]
