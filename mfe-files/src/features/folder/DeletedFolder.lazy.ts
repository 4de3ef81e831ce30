import { lazyComponent } from '@portal/shared-ui'

/** The deleted files of a folder and its subfolders. */
export const DeletedFolder = lazyComponent<{ label: string; parentId: string }>(
  () => import('./DeletedFolder.tsx'),
)
