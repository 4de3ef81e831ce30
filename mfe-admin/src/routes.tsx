import { collections } from '@portal/contract'
import { RecordPage } from '@portal/shared-ui'
import type { RouteObject } from '@portal/shared-ui/router'
import { SettingsPage } from './features/settings/SettingsPage.tsx'
import { StatusMapView } from './features/status-map/StatusMapView.tsx'
import { settingsPath, usersPath } from './paths.ts'

export const routes: RouteObject[] = [
  // /users has no {pid} route: its open record stands in the query (contract.md section 9).
  { path: usersPath, element: <RecordPage collection={collections.users} label="Users" path={usersPath} address="query" /> },
  // One page for both addresses, so that going to the map's tab keeps the tabs where they are.
  { path: settingsPath, element: <SettingsPage />, children: [{ index: true }, { path: 'permit-status-map', element: <StatusMapView /> }] },
]
