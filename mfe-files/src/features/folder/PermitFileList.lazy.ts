import { lazyComponent } from '@portal/shared-ui'

/** All files of a permit in one list. */
export const PermitFileList = lazyComponent<{ permit: string }>(() => import('./PermitFileList.tsx'))
