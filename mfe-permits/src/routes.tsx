import { collections } from '@portal/contract/pages'
import { RecordPage } from '@portal/shared-ui/pages'
import type { RecordPageProps } from '@portal/shared-ui/pages'
import type { RouteObject } from '@portal/shared-ui/router'
import { WaitingForYou } from './client-actions/WaitingForYou.lazy.tsx'
import { PermitBoard } from './features/board/PermitBoard.lazy.ts'
import { CalendarPage } from './features/calendar/CalendarPage.lazy.ts'
import { DiscoveredPage } from './features/discovered/DiscoveredPage.lazy.ts'
import { OverviewPage } from './features/overview/OverviewPage.lazy.ts'
import { ProposalsPage } from './features/proposals/ProposalsPage.lazy.ts'
import { WorkloadPage } from './features/workload/WorkloadPage.lazy.ts'

/** The pages of this remote; labels and paths are those of `portal.json`. */
const pages: readonly RecordPageProps[] = [
  {
    collection: collections.permits,
    label: 'Processing permits',
    path: '/permits/processing',
    board: PermitBoard,
    above: WaitingForYou,
  },
  {
    collection: collections.processed,
    label: 'Processed permits',
    path: '/permits/processed',
    board: PermitBoard,
  },
  // The search has no {pid} route: the open record is in the query (contract.md 9).
  {
    collection: collections.permits,
    label: 'Search permits',
    path: '/permits/search',
    address: 'query',
    scope: 'all',
  },
  { collection: collections.rts, label: 'Ready to Submit', path: '/ready_to_submits' },
]

export const routes: RouteObject[] = [
  { path: '/permits/overview', element: <OverviewPage /> },
  { path: '/permits/overview/found', element: <DiscoveredPage /> },
  { path: '/permits/overview/proposals', element: <ProposalsPage /> },
  { path: '/permits/overview/workload', element: <WorkloadPage /> },
  { path: '/calendar', element: <CalendarPage /> },
  ...pages.map((page) => ({
    path: page.address === 'query' ? page.path : `${page.path}/:pid?`,
    element: <RecordPage key={page.path} {...page} />,
  })),
]
