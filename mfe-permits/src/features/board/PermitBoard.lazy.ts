import { lazyComponent } from '@portal/shared-ui'
import type { RecordBoardProps } from '@portal/shared-ui'

/** The permits of a page by status. */
export const PermitBoard = lazyComponent<RecordBoardProps>(() => import('./PermitBoard.tsx'))
