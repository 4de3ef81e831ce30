import { lazyComponent } from '@portal/shared-ui/pages'
import type { RecordBoardProps } from '@portal/shared-ui/pages'

/** The permits of a page by status. */
export const PermitBoard = lazyComponent<RecordBoardProps>(() => import('./PermitBoard.tsx'))
