import type { RouteObject } from '@portal/shared-ui/router'
import { sharedRoots } from '@portal/contract'
import { FolderPage } from './features/folder/FolderPage.tsx'
import { pageOfRoot } from './paths.ts'

/** One page for each root; the page of another root is a new instance. */
export const routes: RouteObject[] = sharedRoots.map((root) => ({
  path: pageOfRoot[root],
  element: <FolderPage key={root} root={root} />,
}))
